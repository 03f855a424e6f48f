//! What editors show beside and above the lines, and in which colors.

use language::{Text, TextRange, Word, WordKind};
use lsp_types::{
    CodeLens, CodeLensParams, Command, InlayHint, InlayHintLabel, InlayHintParams,
    InlayHintTooltip, SemanticToken, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams, Uri,
};

use crate::lsp::{
    capabilities::Client, convert, failure::Failure, units::Known, workspace::Workspace,
};

pub fn inlay_hints(
    workspace: &mut Workspace,
    _: Client,
    params: InlayHintParams,
) -> Result<Vec<InlayHint>, Failure> {
    let encoding = workspace.encoding;
    let Known { analysis, file, .. } = workspace.known(&params.text_document.uri)?;
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let lines = params.range.start.line..params.range.end.line.saturating_add(1);
    let hints = language::hints(&analysis.program, &analysis.timing, file, lines).into_iter();
    let text = analysis.program.text(file);
    let hint = |hint: language::Hint| InlayHint {
        position: convert::to_position(text, hint.position, encoding),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    Ok(hints.map(hint).collect())
}

pub fn lenses(
    workspace: &mut Workspace,
    _: Client,
    params: CodeLensParams,
) -> Result<Vec<CodeLens>, Failure> {
    let encoding = workspace.encoding;
    let known = workspace.known(&params.text_document.uri)?;
    let (unit, analysis) = (known.unit, known.analysis);
    let Some(file) = known.file else {
        return Ok(Vec::new());
    };
    let text = analysis.program.text(file);
    let lenses = language::lenses(&analysis.program, file, unit.options.stack_reserve).into_iter();
    let lens = |lens: language::Lens| CodeLens {
        range: convert::to_range(text, lens.range, encoding),
        // A title without a command is text.
        command: Some(Command {
            title: lens.title,
            command: String::new(),
            arguments: None,
        }),
        data: None,
    };
    Ok(lenses.map(lens).collect())
}

pub fn all_words(
    workspace: &mut Workspace,
    _: Client,
    params: SemanticTokensParams,
) -> Result<SemanticTokens, Failure> {
    words(workspace, &params.text_document.uri, |_| true)
}

pub fn some_words(
    workspace: &mut Workspace,
    _: Client,
    params: SemanticTokensRangeParams,
) -> Result<SemanticTokens, Failure> {
    let lines = params.range.start.line..=params.range.end.line;
    words(workspace, &params.text_document.uri, |range| {
        lines.contains(&range.start.line)
    })
}

fn words(
    workspace: &mut Workspace,
    uri: &Uri,
    wanted: impl Fn(TextRange) -> bool,
) -> Result<SemanticTokens, Failure> {
    let encoding = workspace.encoding;
    let Known { analysis, file, .. } = workspace.known(uri)?;
    let text = workspace.text(uri)?;
    let known = file.map(|file| (&analysis.program, file));
    let words = language::words(text, known)
        .into_iter()
        .filter(|word| wanted(word.range));
    Ok(SemanticTokens {
        result_id: None,
        data: encoded(text, words, encoding),
    })
}

/// The words by their distance from the one before.
fn encoded(
    text: &Text,
    words: impl Iterator<Item = Word>,
    encoding: language::Encoding,
) -> Vec<SemanticToken> {
    let mut before = lsp_types::Position::default();
    let token = |word: Word| {
        let range = convert::to_range(text, word.range, encoding);
        let same_line = range.start.line == before.line;
        let token = SemanticToken {
            delta_line: range.start.line - before.line,
            delta_start: range.start.character - if same_line { before.character } else { 0 },
            length: range.end.character - range.start.character,
            token_type: number(word.kind),
            token_modifiers_bitset: u32::from(word.definition)
                | u32::from(word.kind == WordKind::Register) << 1,
        };
        before = range.start;
        token
    };
    words.map(token).collect()
}

/// The index among [`WORD_TYPES`](crate::lsp::capabilities::WORD_TYPES).
fn number(kind: WordKind) -> u32 {
    match kind {
        WordKind::Comment => 0,
        WordKind::Instruction => 1,
        WordKind::Directive => 2,
        WordKind::Macro => 3,
        WordKind::Label => 4,
        WordKind::LocalLabel => 5,
        WordKind::Variable => 6,
        WordKind::Constant => 7,
        WordKind::Register => 8,
        WordKind::Argument => 9,
        WordKind::Number => 10,
        WordKind::Text => 11,
        _ => 12,
    }
}
