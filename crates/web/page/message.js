// Short messages at the bottom of the page, which screen readers also read out.

const MIN_DISPLAY_MS = 5000;
let timer = 0;

export function message(text) {
    const line = document.querySelector("#message");
    // An open dialog or a full-screen element would hide the message, so show the message inside
    // it.
    const dialog = document.querySelector("dialog[open]");
    (dialog ?? document.fullscreenElement ?? document.body).append(line);
    line.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(
        () => {
            line.textContent = "";
        },
        MIN_DISPLAY_MS + 40 * text.length,
    );
}
