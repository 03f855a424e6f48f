// Saves the session, states and game records, and restores them.

import { all, exportAll, get, put, remove } from "./store.js";
import { texts } from "./texts.js";

// Time between automatic saves of the session.
const SAVE_INTERVAL_MS = 4000;

export class Saver {
    constructor(player, message) {
        this.player = player;
        this.message = message;
        this.image = null;
        this.recordKey = null;
        this.savedFrames = -1;
        this.savedCartridge = "";
        this.warned = false;
        setInterval(() => document.hidden || this.saveSession(), SAVE_INTERVAL_MS);
        addEventListener("pagehide", () => this.saveSession());
    }

    // Starts over after a cartridge has been inserted in the console.
    reset() {
        this.image = null;
        this.recordKey = `game ${new Date().toISOString()}`;
        this.savedFrames = -1;
        this.player.image().then(
            (image) => {
                this.image = image;
            },
            () => {},
        );
    }

    async saveSession() {
        const { report, refusal } = this.player;
        if (!this.image || !report || refusal) {
            return;
        }
        // Do not save while the assistant is moving the controls or a script is playing, because
        // nobody would want to continue from such a state.
        if (report.busy || report.catching_up || report.scripted) {
            return;
        }
        try {
            const frames = await this.player.frames();
            if (frames === this.savedFrames) {
                return;
            }
            this.savedFrames = frames;
            await this.saveCartridge(report);
            const state = await this.player.save();
            await put("session", {
                key: "last",
                name: report.name,
                bundled: report.bundled,
                image: this.image,
                state,
            });
        } catch {
            this.warn();
        }
    }

    // Adds one of the player's own cartridges to the list.
    async saveCartridge({ bundled, name, sha256 }) {
        if (!bundled && this.savedCartridge !== sha256) {
            const opened = new Date().toISOString();
            await put("cartridges", { key: sha256, name, image: this.image, opened });
            this.savedCartridge = sha256;
        }
    }

    warn() {
        if (!this.warned) {
            this.warned = true;
            this.message(texts.noStorage);
        }
    }

    // Opens the last session; returns false if there is none.
    async restore() {
        try {
            const last = await get("session", "last");
            if (!last) {
                return false;
            }
            if (last.bundled) {
                await this.player.openBundled(last.bundled);
            } else {
                await this.player.open(last.name, last.image);
            }
            // The page may have a newer image of the bundled cartridge than the one that was saved.
            // The saved state does not fit the newer image, so ignore the error.
            await this.player.load(last.state).catch(() => {});
            return true;
        } catch {
            return false;
        }
    }

    async saveRecord() {
        const pdn = await this.player.record();
        if (pdn) {
            await put("records", { key: this.recordKey, pdn }).catch(() => this.warn());
        }
    }

    async saveState() {
        const { report } = this.player;
        const state = await this.player.save();
        const seconds = Math.round((await this.player.frames()) * report.period);
        const time = new Date();
        await put("states", {
            key: time.toISOString(),
            sha256: report.sha256,
            name: report.name,
            seconds,
            state,
            picture: await this.player.picture(true),
        });
        await this.showStates();
    }

    async statesOfCartridge() {
        const { sha256 } = this.player.report;
        const states = await all("states");
        return states.filter((state) => state.sha256 === sha256).reverse();
    }

    async loadNewest() {
        const [newest] = await this.statesOfCartridge();
        if (newest) {
            await this.load(newest);
        } else {
            this.message(texts.noState);
        }
    }

    async load(state) {
        await this.player.load(state.state);
        this.message(texts.loaded);
    }

    // Fills the list of saved states.
    async showStates() {
        const states = await this.statesOfCartridge();
        const rows = states.map((state) => this.stateRow(state));
        if (rows.length === 0) {
            const empty = document.createElement("li");
            empty.textContent = texts.states;
            rows.push(empty);
        }
        document.querySelector("#state-list").replaceChildren(...rows);
    }

    // Returns a button for a row. `action` returns a promise; a failure is shown as a message.
    button(text, action) {
        const element = document.createElement("button");
        element.type = "button";
        element.textContent = text;
        element.addEventListener("click", () =>
            action().catch((error) => this.message(error.message)),
        );
        return element;
    }

    // Fills the list of the player's own cartridges, latest first.
    async showCartridges(list, open) {
        const cartridges = await all("cartridges");
        cartridges.sort((a, b) => b.opened.localeCompare(a.opened));
        const rows = cartridges.map((cartridge) => {
            const row = document.createElement("li");
            const name = document.createElement("span");
            name.textContent = cartridge.name;
            row.append(
                name,
                this.button(texts.play, () => open(cartridge.name, cartridge.image)),
                this.button(texts.remove, async () => {
                    await remove("cartridges", cartridge.key);
                    await this.showCartridges(list, open);
                    this.message(texts.cartridgeRemoved);
                }),
            );
            return row;
        });
        if (rows.length === 0) {
            const empty = document.createElement("li");
            empty.textContent = texts.noShelf;
            rows.push(empty);
        }
        list.replaceChildren(...rows);
    }

    stateRow(state) {
        const row = document.createElement("li");
        const picture = document.createElement("img");
        picture.src = state.picture;
        picture.alt = "";
        const name = document.createElement("span");
        name.textContent = texts.stateName(
            new Date(state.key).toLocaleString("en-US"),
            state.seconds,
        );
        row.append(
            picture,
            name,
            this.button(texts.load, async () => {
                await this.load(state);
                row.closest("dialog").close();
            }),
            this.button(texts.remove, async () => {
                await remove("states", state.key);
                await this.showStates();
                this.message(texts.deleted);
            }),
        );
        return row;
    }

    async export() {
        await this.saveSession();
        return exportAll();
    }
}
