# Converts the player's manual from Markdown to HTML: headings, paragraphs, lists, tables, pictures,
# emphasis and code. Leaves out the numbers of facts in brackets, and the paragraph about them.
#
#   awk -f manual.awk video-checkers-manual.md

BEGIN { RS = ""; FS = "\n" }

# Puts each match of a pattern between tags, without the marks at its ends.
function tagged(text, pattern, mark, tag,   done) {
    while (match(text, pattern)) {
        done = done substr(text, 1, RSTART - 1) "<" tag ">" \
            substr(text, RSTART + mark, RLENGTH - 2 * mark) "</" tag ">"
        text = substr(text, RSTART + RLENGTH)
    }
    return done text
}

function inline(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/[ \n]*\[[0-9, \n]+\]/, "", text)
    text = tagged(text, "[*][*][^*]+[*][*]", 2, "strong")
    return tagged(text, "`[^`]+`", 1, "code")
}

function row(line, tag,   cells, count, i) {
    gsub(/^\| *| *\|$/, "", line)
    count = split(line, cells, / *\| */)
    printf "<tr>"
    for (i = 1; i <= count; i++) printf "<%s>%s</%s>", tag, inline(cells[i]), tag
    print "</tr>"
}

function list(tag, marker,   item, i) {
    print "<" tag ">"
    for (i = 1; i <= NF; i++) {
        if ($i ~ marker) {
            if (item != "") print "<li>" inline(item) "</li>"
            item = $i
            sub(marker, "", item)
        } else {
            sub(/^ +/, "", $i)
            item = item "\n" $i
        }
    }
    print "<li>" inline(item) "</li>\n</" tag ">"
}

/^A number in brackets / { next }

/^#/ {
    level = match($0, /[^#]/) - 1
    printf "<h%d>%s</h%d>\n", level, inline(substr($0, level + 2)), level
    next
}

/^!\[/ {
    words = substr($0, 3, index($0, "](") - 3)
    file = substr($0, index($0, "](") + 2)
    sub(/\)$/, "", file)
    printf "<p><img src=\"manual/%s\" alt=\"%s\"></p>\n", file, inline(words)
    next
}

/^\|/ {
    print "<table>"
    row($1, "th")
    for (i = 3; i <= NF; i++) row($i, "td")
    print "</table>"
    next
}

/^- / { list("ul", "^- "); next }
/^[0-9]+\. / { list("ol", "^[0-9]+[.] "); next }

{ print "<p>" inline($0) "</p>" }
