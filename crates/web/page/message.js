// Short messages at the bottom of the page; screen readers read them.

const SHOWN_MS = 5000;
let timer = 0;

export function message(text) {
    const line = document.querySelector("#message");
    // In an open dialog, or in the full-screen element, which would hide the message.
    const dialog = document.querySelector("dialog[open]");
    (dialog ?? document.fullscreenElement ?? document.body).append(line);
    line.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(
        () => {
            line.textContent = "";
        },
        SHOWN_MS + 40 * text.length,
    );
}
