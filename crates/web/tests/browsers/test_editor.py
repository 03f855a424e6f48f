"""Tests of the editor."""

import re
import tempfile
from pathlib import Path

import engines
from page import PageTest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


class Editor(PageTest):
    def setUp(self):
        # Remove stored changes, so that each test starts with the original sources.
        self.open()
        self.driver.execute_async_script(
            'import("./store.js").then(({ remove }) => Promise.all('
            '["own", "shared"].map((name) => remove("sources", name)))).then(() => arguments[0]())')

    def wait_for_result(self, part):
        self.wait_for(part, lambda: part in self.element("#result").text)

    def set_source(self, text):
        self.driver.execute_script(
            """
            const source = document.querySelector("#source");
            source.value = arguments[0];
            source.dispatchEvent(new Event("input"));
            """, text)

    def test_bundled_sources_make_the_bundled_cartridge(self):
        for name in ("triktrak", "video-checkers"):
            self.open(f"edit.html#{name}")
            self.wait_for_result("Assembled: 4096 bytes")
            self.wait_for("the cartridge", lambda: (self.report() or {}).get("bundled") == name)
        self.assert_no_errors()

    def test_an_error_is_shown_in_place_and_the_fixed_source_runs(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        original = self.driver.execute_script('return document.querySelector("#source").value')
        original_hash = self.call("return player.report.sha256")
        self.set_source(original.replace("ldx #$FF", "ldq #$FF"))
        self.wait_for_result("1 error")
        line = original[: original.index("ldx #$FF")].count("\n") + 1
        mark = self.element("#gutter .error")
        self.assertEqual(mark.text, str(line))
        self.assertIn(f"own/main.asm:{line}", self.element("#diagnostics button").text)
        self.wait_frames(10)
        self.set_source(original.replace("adc #1", "adc #2"))
        self.wait_for_result("Assembled")
        self.wait_for("another image", lambda: self.report()["sha256"] != original_hash)
        # Changes survive a reload.
        self.wait_for("saved", lambda: self.driver.execute_async_script(
            'import("./store.js").then((store) => store.get("sources", "own"))'
            ".then((stored) => arguments[0](!!stored))"))
        self.driver.refresh()
        self.wait_for_picture()
        self.assertIn("adc #2", self.source())
        # Changes to one file survive when another file is changed later.
        self.choose_file("include/macros.asm")
        self.set_source(self.source() + "; mine\n")
        self.wait_for("saved", lambda: "; mine" in self.driver.execute_async_script(
            'import("./store.js").then((store) => store.get("sources", "own"))'
            ".then((stored) => arguments[0](Object.values(stored.files).join()))"))
        self.driver.refresh()
        self.wait_for_picture()
        self.assertIn("adc #2", self.source())

    def test_the_source_has_colors_that_follow_what_is_typed(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")

        def colored(kind):
            return [span.text for span in self.driver.find_elements(
                "css selector", f"#colors .{kind}")]

        self.assertIn("sei", colored("code"))
        self.assertIn("Start", colored("label"))
        self.assertIn("$F000", colored("value"))
        self.assertTrue(any("first program" in text for text in colored("comment")))
        self.set_source("; one\nname lda #$12\n dc.b \"a;b\" ; two\n")
        self.assertEqual(colored("comment"), ["; one", "; two"])
        self.assertEqual(colored("value"), ["$12", '"a;b"'])
        self.assertEqual(colored("label"), ["name"])
        shown = self.driver.execute_script(
            'return [...document.querySelectorAll("#colors div")].map((row) => row.textContent)')
        self.assertEqual("\n".join(shown), self.source())
        # The colored text scrolls together with the source.
        self.set_source(" lda #1 " * 40 + "\n" + " nop\n" * 300)
        scrolled = self.driver.execute_async_script(
            """
            const [source, colors] = ["#source", "#colors"].map(
                (selector) => document.querySelector(selector));
            source.scrollTop = 700;
            source.scrollLeft = 120;
            requestAnimationFrame(() => requestAnimationFrame(() => arguments[0](
                [colors.scrollTop, colors.scrollLeft])));
            """)
        self.assertEqual(scrolled, [700, 120])
        self.assert_no_errors()

    def test_escape_and_tab_leave_the_source(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        self.assertIn("Escape, then Tab", self.element("#leave").text)
        source = self.element("#source")
        source.click()
        source.send_keys(Keys.TAB)
        focus = 'return document.activeElement.id'
        self.assertEqual(self.driver.execute_script(focus), "source")
        source.send_keys(Keys.ESCAPE, Keys.TAB)
        self.assertNotEqual(self.driver.execute_script(focus), "source")

    def test_the_completion_list_brings_the_cursor_into_view(self):
        self.open("edit.html#video-checkers")
        self.wait_for_result("Assembled: 4096 bytes")
        self.set_source(" processor 6502\n org $f000\n ld\n" + "; a comment\n" * 400)
        self.put_cursor(" ld")
        source = self.element("#source")
        self.driver.execute_script("document.querySelector('#source').scrollTop = 3000")
        source.send_keys(Keys.CONTROL, Keys.SPACE)
        self.wait_for("words", lambda: self.element("#words").is_displayed())
        inside = self.driver.execute_script(
            """
            const [box, list] = [".text", "#words"].map(
                (selector) => document.querySelector(selector).getBoundingClientRect());
            const text = document.querySelector(".text");
            return [text.scrollTop, text.scrollLeft,
                list.top >= box.top - 1 && list.bottom <= box.bottom + 1 && list.left >= box.left];
            """)
        self.assertEqual(inside, [0, 0, True])

    def test_files_are_added_and_shared_by_a_link(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        with tempfile.TemporaryDirectory() as folder:
            part = Path(folder) / "part.asm"
            part.write_text("COLOR = $46\n", encoding="utf-8")
            whole = Path(folder) / "whole.asm"
            whole.write_text(
                " processor 6502\n include \"part.asm\"\n org $f000\n"
                "go lda #COLOR\n sta $09\n jmp go\n org $fffc\n word go, go\n",
                encoding="utf-8")
            self.driver.execute_script('document.querySelector("#upload").hidden = false')
            self.element("#upload").send_keys(f"{part}\n{whole}")
            self.wait_for_message("2 files added")
        self.wait_for_result("Assembled: 4096 bytes")
        self.wait_frames(10)
        # A click on a red pixel leads to the line that made it red.
        self.ask_why()
        line = self.wait_for("the line", lambda: self.driver.find_elements(
            "css selector", "#about .line"))
        self.assertIn("own/whole.asm:5", line[-1].text)
        # The kernel view of the scanline, a picture and a table, names the same line.
        self.wait_for("the kernel view", lambda: self.driver.execute_script(
            'return document.querySelector("#about img")?.naturalWidth > 1000'))
        self.click("#about summary")
        table = self.element("#about details pre").text
        self.assertIn("COLUBK=$46", table)
        self.assertIn("own/whole.asm:5", table)
        line[-1].click()
        self.assertEqual(self.element("#file").get_attribute("value"), "own/whole.asm")
        self.click("[data-action=share]")
        self.wait_for_message("it contains the sources")
        address = self.driver.current_url
        self.assertLess(len(address), 1500)
        self.driver.get("about:blank")
        self.driver.get(address)
        self.wait_for_picture()
        self.wait_for_result("Assembled: 4096 bytes")
        self.assertEqual(self.element("#project").get_attribute("value"), "shared")
        self.assertIn("lda #COLOR", self.source())
        self.choose_file("shared/part.asm")
        self.assertEqual(self.source(), "COLOR = $46\n")
        self.assert_no_errors()

    def test_the_kernel_view_finds_the_late_line_of_the_chapter(self):
        page = (engines.ROOT / "crates/frontend/docs/late-line.md").read_text(encoding="utf-8")
        program = page.split("<!-- file: main.asm -->")[1].split("```")[1].split("\n", 1)[1]
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        image_hash = self.report()["sha256"]

        def wait_for_restart():
            nonlocal image_hash
            self.wait_for("another image", lambda: self.report()["sha256"] != image_hash)
            image_hash = self.report()["sha256"]
            self.wait_frames(10)

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "main.asm"
            file.write_text(program, encoding="utf-8")
            self.driver.execute_script('document.querySelector("#upload").hidden = false')
            self.element("#upload").send_keys(str(file))
            self.wait_for_message("1 file added")
        wait_for_restart()
        self.assertEqual(self.source(), program)

        def free_cycles():
            """Asks about a pixel of the ship. Returns the number of free cycles in its scanline."""
            first, rows = self.call(
                "return [(await player.past()).firstLine, player.report.rows]")
            self.driver.execute_script('document.querySelector("#about").textContent = ""')
            self.click("[data-action=why]")
            self.tap(0.45, (133 - first + 0.5) / rows)
            self.wait_for("the kernel view", lambda: self.driver.execute_script(
                'return document.querySelector("#about img")?.naturalWidth > 1000'))
            table = self.driver.execute_script(
                'return document.querySelector("#about details pre").textContent')
            return re.search(r"scanline 133: (\d+) of 76 cycles are free", table)[1]

        # In the chapter's program, the beam that the ship flies in is on for 32 frames and off for
        # 32. A line is late while the beam is on.
        self.wait_for("the late line", lambda: free_cycles() == "0")
        changed = re.findall(r"<!-- instead of: (.*) -->", page)
        self.assertEqual(len(changed), 3)
        for line in changed:
            program = program.replace(line + "\n", "")
        self.set_source(program)
        wait_for_restart()
        self.wait_for("the changed line", lambda: free_cycles() == "6")
        self.assert_no_errors()

    PROGRAM = (" processor 6502\n seg.u ram\n org $80\ncount ds 1\n seg code\n org $f000\n"
               "go lda #$46\n sta count\nagain lda count\n sta $09\n jmp again\n"
               "Ship .byte %00000000\n .byte %00000000\n dc.b %00000001\n"
               " org $fffc\n word go, go\n")

    def test_a_changed_program_continues_or_gives_the_reason(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        self.set_source(self.PROGRAM)
        self.wait_for_result("restarted, because the variable")
        self.wait_frames(10)
        # The program continues without running its first instructions again, so the color does not
        # change: it is still the one in RAM.
        self.set_source(self.PROGRAM.replace("#$46", "#$84"))
        self.wait_for_result("the game continues")
        self.wait_frames(10)
        self.ask_why()
        self.wait_for("the old color", lambda: "color $46" in self.element("#about").text)
        self.set_source(self.PROGRAM.replace("count ds 1", "count ds 1\nmore ds 1"))
        self.wait_for_result("restarted, because the variable more is new")
        self.assert_no_errors()

    def test_a_shape_is_drawn_with_the_mouse(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        self.set_source(self.PROGRAM)
        self.wait_for_result("Assembled: 4096 bytes")
        original_hash = self.call("return player.report.sha256")
        self.assertFalse(self.element("#shape").is_displayed())
        self.put_cursor("dc.b")
        self.wait_for("the shape", lambda: self.element("#shape").is_displayed())
        shape = self.element("#shape")
        width, height = shape.size["width"] / 8, shape.size["height"] / 3

        def cell(x, y):
            # Offset from the center of the shape to the center of a cell.
            return round((x - 3.5) * width), round((y - 1) * height)

        actions = ActionChains(self.driver)
        actions.move_to_element_with_offset(shape, *cell(2, 0)).click_and_hold()
        for x in (3, 4):
            actions.move_to_element_with_offset(shape, *cell(x, 0))
        actions.release()
        actions.move_to_element_with_offset(shape, *cell(7, 2)).click().perform()
        self.assertIn("Ship .byte %00111000\n .byte %00000000\n dc.b %00000000\n", self.source())
        self.wait_for("another image", lambda: self.report()["sha256"] != original_hash)
        # The shape disappears when the cursor leaves the lines that define it.
        self.put_cursor("jmp ag")
        self.wait_for("no shape", lambda: not self.element("#shape").is_displayed())
        self.assert_no_errors()

    def ask_why(self):
        """Asks which source lines drew the pixel in the middle of the screen."""
        self.click("[data-action=why]")
        screen = self.driver.execute_script(
            'return document.querySelector("crownhead-console").screenBox')
        ActionChains(self.driver).move_to_element(screen).click().perform()

    def put_cursor(self, before):
        """Puts the cursor after the first occurrence of a text."""
        self.driver.execute_script(
            """
            const source = document.querySelector("#source");
            const at = source.value.indexOf(arguments[0]) + arguments[0].length;
            source.focus();
            source.setSelectionRange(at, at);
            """, before)

    def test_help_and_completion_at_the_cursor(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        self.put_cursor("sta VSY")
        self.wait_for("the value of VSYNC", lambda: "VSYNC = $00" in self.element("#about").text)
        source = self.element("#source")
        source.send_keys(Keys.CONTROL, Keys.ENTER)
        self.wait_for("the definition of VSYNC", lambda: self.driver.execute_script(
            'return document.querySelector("#file").value') == "include/hardware.asm")
        line = self.driver.execute_script(
            'const source = document.querySelector("#source");'
            "return source.value.slice(source.selectionStart, source.selectionEnd)")
        self.assertTrue(line.startswith("VSYNC"), line)
        self.choose_file("own/main.asm")
        self.put_cursor("bit INPT4")
        source.send_keys(Keys.BACKSPACE, Keys.BACKSPACE)
        source.send_keys(Keys.CONTROL, Keys.SPACE)

        def suggestions():
            return self.driver.execute_script(
                """
                const words = document.querySelectorAll("#words:not([hidden]) li");
                return [...words].map((word) => word.innerText.split(" ")[0]);
                """)

        self.wait_for("words", lambda: suggestions()[:2] == ["INPT0", "INPT1"])
        # Scrolling closes the list of words, but a scroll event without any movement does not.
        self.driver.execute_script(
            'document.querySelector("#source").dispatchEvent(new Event("scroll"))')
        self.assertEqual(suggestions()[:2], ["INPT0", "INPT1"])
        self.driver.execute_script('document.querySelector("#source").scrollTop = 40')
        self.wait_for("no words", lambda: not suggestions())
        source.send_keys(Keys.CONTROL, Keys.SPACE)
        self.wait_for("words again", lambda: suggestions()[:2] == ["INPT0", "INPT1"])
        source.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.wait_for("the word", lambda: "bit INPT1 " in self.source())
        self.assert_no_errors()

    def test_formatting_aligns_columns(self):
        self.open("edit.html#own")
        self.wait_for_result("Assembled: 4096 bytes")
        original_hash = self.call("return player.report.sha256")
        self.set_source(self.source().replace("        lda color\n", " lda color ; the first\n"))
        self.wait_for_result("Assembled: 4096 bytes")
        self.click("[data-action=format]")
        columns = "        lda color               ; the first\n"
        self.wait_for("columns", lambda: columns in self.source())
        self.assertEqual(self.call("return player.report.sha256"), original_hash)
        self.assert_no_errors()

    def source(self):
        return self.driver.execute_script('return document.querySelector("#source").value')

    def choose_file(self, path):
        self.driver.execute_script(
            """
            const file = document.querySelector("#file");
            file.value = arguments[0];
            file.dispatchEvent(new Event("change"));
            """, path)
