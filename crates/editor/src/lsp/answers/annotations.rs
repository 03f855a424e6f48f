//! Annotations on the source: hints, lenses, word kinds, colors.

use language::{Text, TextRange, Word, WordKind};
use lsp_types::{
    CodeLens, CodeLensParams, Color, ColorInformation, ColorPresentation, ColorPresentationParams,
    Command, DocumentColorParams, InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip,
    SemanticToken, SemanticTokens, SemanticTokensParams, SemanticTokensRangeParams, Uri,
};
use vcs::{
    palette::{ntsc, pal, secam},
    television::Standard,
};

use crate::lsp::{
    capabilities::Client, convert, failure::Failure, units::AnalyzedDocument, workspace::Workspace,
};

pub fn inlay_hints(
    workspace: &mut Workspace,
    _: Client,
    params: InlayHintParams,
) -> Result<Vec<InlayHint>, Failure> {
    let encoding = workspace.encoding;
    let path = convert::path(&params.text_document.uri);
    let main = workspace.main_of(&path);
    let AnalyzedDocument { analysis, file, .. } = workspace.analyzed(&params.text_document.uri)?;
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let lines = params.range.start.line..params.range.end.line.saturating_add(1);
    let hints = language::hints(&analysis.program, &analysis.timing, file, lines.clone());
    let hints = hints.into_iter();
    let text = analysis.program.text(file);
    let hint = |position, label, tooltip| InlayHint {
        position: convert::to_position(text, position, encoding),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let slacks = workspace.kernels.slacks(&main, &path, &workspace.documents);
    let slacks = slacks.filter_map(|(frame, slack)| {
        let line = slack.source.line.checked_sub(1)?;
        let position = language::end_of_statement(text, line);
        lines
            .contains(&line)
            .then(|| hint(position, slack.label(), slack.text(frame)))
    });
    Ok(hints
        .map(|found| hint(found.position, found.label, found.tooltip))
        .chain(slacks)
        .collect())
}

pub fn lenses(
    workspace: &mut Workspace,
    _: Client,
    params: CodeLensParams,
) -> Result<Vec<CodeLens>, Failure> {
    let encoding = workspace.encoding;
    let AnalyzedDocument {
        unit,
        analysis,
        file,
    } = workspace.analyzed(&params.text_document.uri)?;
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let text = analysis.program.text(file);
    let lenses = language::lenses(&analysis.program, file, unit.options.stack_reserve).into_iter();
    let lens = |lens: language::Lens| CodeLens {
        range: convert::to_range(text, lens.range, encoding),
        // If the command's identifier is empty, editors show the lens as plain text.
        command: Some(Command {
            title: lens.title,
            command: String::new(),
            arguments: None,
        }),
        data: None,
    };
    Ok(lenses.map(lens).collect())
}

pub fn semantic_tokens(
    workspace: &mut Workspace,
    _: Client,
    params: SemanticTokensParams,
) -> Result<SemanticTokens, Failure> {
    tokens_of_words(workspace, &params.text_document.uri, |_| true)
}

pub fn semantic_tokens_in_range(
    workspace: &mut Workspace,
    _: Client,
    params: SemanticTokensRangeParams,
) -> Result<SemanticTokens, Failure> {
    let lines = params.range.start.line..=params.range.end.line;
    tokens_of_words(workspace, &params.text_document.uri, |range| {
        lines.contains(&range.start.line)
    })
}

fn tokens_of_words(
    workspace: &mut Workspace,
    uri: &Uri,
    is_wanted: impl Fn(TextRange) -> bool,
) -> Result<SemanticTokens, Failure> {
    let encoding = workspace.encoding;
    let AnalyzedDocument { analysis, file, .. } = workspace.analyzed(uri)?;
    let text = workspace.text(uri)?;
    let program_file = file.map(|file| (&analysis.program, file));
    let words = language::words(text, program_file)
        .into_iter()
        .filter(|word| is_wanted(word.range));
    Ok(SemanticTokens {
        result_id: None,
        data: encode_tokens(text, words, encoding),
    })
}

/// Encodes words as the protocol requires: the position of each word is relative to the previous
/// word.
fn encode_tokens(
    text: &Text,
    words: impl Iterator<Item = Word>,
    encoding: language::Encoding,
) -> Vec<SemanticToken> {
    let mut previous = lsp_types::Position::default();
    let token = |word: Word| {
        let range = convert::to_range(text, word.range, encoding);
        let same_line = range.start.line == previous.line;
        let token = SemanticToken {
            delta_line: range.start.line - previous.line,
            delta_start: range.start.character - if same_line { previous.character } else { 0 },
            length: range.end.character - range.start.character,
            token_type: token_type(word.kind),
            token_modifiers_bitset: u32::from(word.is_definition)
                | u32::from(word.kind == WordKind::Register) << 1,
        };
        previous = range.start;
        token
    };
    words.map(token).collect()
}

/// Returns the index of a kind in [`TOKEN_TYPES`](crate::lsp::capabilities::TOKEN_TYPES).
fn token_type(kind: WordKind) -> u32 {
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

pub fn colors(
    workspace: &mut Workspace,
    client: Client,
    params: DocumentColorParams,
) -> Result<Vec<ColorInformation>, Failure> {
    let encoding = workspace.encoding;
    let AnalyzedDocument { analysis, file, .. } = workspace.analyzed(&params.text_document.uri)?;
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let text = analysis.program.text(file);
    let colors = language::colors(&analysis.program, file).into_iter();
    let color = |color: language::Color| ColorInformation {
        range: convert::to_range(text, color.range, encoding),
        color: displayed_color(client.standard, color.value),
    };
    Ok(colors.map(color).collect())
}

/// Returns the color numbers whose colors are closest to the chosen color, closest first.
pub fn color_presentations(
    _: &mut Workspace,
    client: Client,
    params: ColorPresentationParams,
) -> Result<Vec<ColorPresentation>, Failure> {
    let chosen = params.color;
    let distance = |value: u8| {
        let color = displayed_color(client.standard, value);
        let square = |color: f32, chosen: f32| (color - chosen).powi(2);
        square(color.red, chosen.red)
            + square(color.green, chosen.green)
            + square(color.blue, chosen.blue)
    };
    let mut values: Vec<u8> = (0..=u8::MAX).step_by(2).collect();
    values.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    let presentation = |value: u8| ColorPresentation {
        label: format!("${value:02X}"),
        ..ColorPresentation::default()
    };
    Ok(values
        .into_iter()
        .take(NEAREST_COLORS)
        .map(presentation)
        .collect())
}

/// Number of color numbers to offer for a chosen color.
const NEAREST_COLORS: usize = 4;

/// Returns the color that a television standard shows for a color number.
fn displayed_color(standard: Standard, value: u8) -> Color {
    let color = match standard {
        Standard::Pal | Standard::Pal60 => pal(value),
        Standard::Secam => secam(value),
        _ => ntsc(value),
    };
    let [_, red, green, blue] = color.to_be_bytes();
    let fraction = |channel: u8| f32::from(channel) / 255.0;
    Color {
        red: fraction(red),
        green: fraction(green),
        blue: fraction(blue),
        alpha: 1.0,
    }
}
