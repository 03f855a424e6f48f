// Opens files that were dropped or chosen, and downloads files.

import { importAll } from "./store.js";
import { texts } from "./texts.js";

// Number of pixels in a line of the picture.
const WIDTH = 160;

export class Files {
    constructor(player, message, onStarted) {
        this.player = player;
        this.message = message;
        this.onStarted = onStarted;
    }

    listen(page, input, drop, memberDialog) {
        this.memberDialog = memberDialog;
        input.addEventListener("change", () => {
            this.openFile(input.files[0]);
            input.value = "";
        });
        const isFile = (event) => event.dataTransfer?.types.includes("Files");
        page.addEventListener("dragover", (event) => {
            if (isFile(event)) {
                event.preventDefault();
                drop.hidden = false;
            }
        });
        page.addEventListener("dragleave", (event) => {
            drop.hidden = event.relatedTarget === null ? true : drop.hidden;
        });
        page.addEventListener("drop", (event) => {
            drop.hidden = true;
            if (isFile(event)) {
                event.preventDefault();
                this.openFile(event.dataTransfer.files[0]);
            }
        });
    }

    // Opens a file of any type that the page supports. Recognizes the type from the first bytes.
    async openFile(file) {
        if (!file) {
            return;
        }
        try {
            // A cartridge is at most 1 MiB; archives and exports may be larger.
            const bytes = new Uint8Array(await file.slice(0, 64 << 20).arrayBuffer());
            const head = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
            if (head.startsWith("crownhead-script")) {
                await this.watch(new TextDecoder().decode(bytes));
            } else if (head.startsWith('{"format":"crownhead-session')) {
                await this.player.load(bytes);
                this.message(texts.loaded);
            } else if (head.startsWith('{"format":"crownhead-web-export')) {
                const count = await importAll(new TextDecoder().decode(bytes));
                this.message(count < 0 ? texts.notBackup : texts.imported(count));
            } else {
                await this.openImage(file.name, bytes);
            }
        } catch (error) {
            this.message(error.message);
        }
    }

    async watch(text) {
        await this.player.watch(text);
        this.message(texts.scriptPlays);
        this.player.play();
    }

    async openImage(name, bytes) {
        const images = await this.player.imagesOf(name, bytes);
        if (images.length > 1) {
            return this.chooseMember(name, bytes, images);
        }
        return this.open(name, bytes);
    }

    async open(name, bytes, member) {
        await this.player.open(name, bytes, member);
        this.afterOpening();
        this.message(texts.started(member ?? name));
    }

    async openBundled(name) {
        await this.player.openBundled(name);
        this.afterOpening();
        this.message(texts.started(texts.names[name] ?? name));
    }

    afterOpening() {
        if (location.hash) {
            history.replaceState(null, "", location.pathname + location.search);
        }
        this.player.dispatchEvent(new CustomEvent("opened"));
        this.onStarted();
    }

    chooseMember(name, bytes, images) {
        const list = this.memberDialog.querySelector("ul");
        list.replaceChildren(
            ...images.map((image) => {
                const item = document.createElement("li");
                const button = document.createElement("button");
                button.type = "button";
                button.textContent = image;
                button.addEventListener("click", () => {
                    this.memberDialog.close();
                    this.open(name, bytes, image).catch((error) => this.message(error.message));
                });
                item.append(button);
                return item;
            }),
        );
        this.memberDialog.showModal();
    }

    download(name, content, type) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([content], { type }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }

    // Returns the picture with the aspect ratio of a television. A bitmap is enlarged four times.
    async screenshot() {
        const picture = new Image();
        picture.src = await this.player.picture();
        await picture.decode();
        const canvas = document.createElement("canvas");
        canvas.height = picture.height * (picture.width > WIDTH ? 1 : 4);
        canvas.width = Math.round(canvas.height * this.player.report.aspect);
        const context = canvas.getContext("2d");
        context.imageSmoothingEnabled = false;
        context.drawImage(picture, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => this.download("crownhead.png", blob, "image/png"), "image/png");
    }
}
