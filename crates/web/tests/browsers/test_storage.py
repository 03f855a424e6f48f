"""Tests of files, saved states, saved sessions, links, and offline use."""

import gzip
import io
import json
import subprocess
import tempfile
import zipfile
from pathlib import Path

import engines
from engines import ROOT
from page import PageTest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_hashes import CROWNHEAD


class Storage(PageTest):
    def setUp(self):
        self.open()
        self.wait_frames(10)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def upload(self, name, content):
        path = Path(self.folder.name) / name
        path.write_bytes(content)
        self.driver.execute_script('document.querySelector("#file").hidden = false')
        self.element("#file").send_keys(str(path))

    def test_a_bad_file_has_a_clear_message(self):
        self.upload("photo.jpg", b"\xff\xd8 not a cartridge")
        text = self.wait_for_message("photo.jpg: ")
        self.assertIn("bytes", text)
        # The console keeps running.
        self.wait_frames(10)

    def test_images_can_be_raw_zipped_or_gzipped(self):
        image = (ROOT / "rom/triktrak.bin").read_bytes()
        archive_bytes = io.BytesIO()
        with zipfile.ZipFile(archive_bytes, "w") as archive:
            archive.writestr("only.bin", image)
        for name, content in (
            ("raw.bin", image), ("one.zip", archive_bytes.getvalue()),
            ("one.bin.gz", gzip.compress(image)),
        ):
            self.click("[data-cartridge=video-checkers]")
            self.wait_for("Video Checkers", lambda: self.report()["bundled"] == "video-checkers")
            self.upload(name, content)
            self.wait_for(name, lambda: self.report()["bundled"] == "triktrak")

    def test_a_zip_file_with_several_images_asks_for_one(self):
        archive_bytes = io.BytesIO()
        with zipfile.ZipFile(archive_bytes, "w") as archive:
            for name in ("triktrak.bin", "video-checkers.bin"):
                archive.write(ROOT / "rom" / name, name)
        self.upload("games.zip", archive_bytes.getvalue())
        buttons = self.wait_for("the choice", lambda: self.driver.find_elements(
            "css selector", "#member-list button"))
        names = [button.text for button in buttons]
        self.assertEqual(names, ["triktrak.bin", "video-checkers.bin"])
        buttons[0].click()
        self.wait_for("triktrak", lambda: self.report()["bundled"] == "triktrak")

    def test_a_state_is_saved_listed_and_loaded(self):
        self.click("[data-action=save-state]")
        self.wait_for_message("State saved")
        saved = self.call("return player.frames()")
        self.wait_frames(120)
        self.click("[data-action=states]")
        self.click("#state-list button")
        self.wait_for_message("State loaded")
        self.assertLess(self.call("return player.frames()"), saved + 100)
        exported = self.driver.execute_async_script(
            'import("./store.js").then((store) => store.exportAll()).then(arguments[0])')
        data = json.loads(exported)
        self.assertEqual(data["format"], "crownhead-web-export 1")
        self.assertGreaterEqual(len(data["states"]), 1)

    def test_a_reload_continues_the_session(self):
        self.click("[data-cartridge=triktrak]")
        self.wait_for("triktrak", lambda: self.report()["bundled"] == "triktrak")
        ActionChains(self.driver).key_down(Keys.F2).pause(0.2).key_up(Keys.F2).perform()
        self.wait_frames(60)
        self.click("[data-action=pause]")
        self.wait_for_message("Paused")
        frames = self.call("return player.frames()")
        self.wait_for_saved_session(frames)
        self.driver.refresh()
        self.wait_for_picture()
        self.assertEqual(self.report()["bundled"], "triktrak")
        self.assertGreaterEqual(self.call("return player.frames()"), frames)
        self.assertIn("reset down", self.script())

    def test_moves_survive_a_reload_and_a_shared_link(self):
        self.click("[data-cartridge=video-checkers]")
        self.wait_for("checkers", lambda: self.report()["bundled"] == "video-checkers")
        ActionChains(self.driver).key_down(Keys.F2).pause(0.2).key_up(Keys.F2).perform()
        self.wait_for("a move is due", lambda: self.report()["checkers"]["turn"] == "player", 60)
        self.call("player.clickSquare(11)")
        self.call("player.clickSquare(15)")

        def moves():
            return self.report()["checkers"]["moves"]

        def answered():
            return len(moves()) >= 2 and self.report()["checkers"]["turn"] == "player"

        self.wait_for("the answer", answered, 60)
        played = moves()
        self.click("[data-action=pause]")
        self.wait_for_message("Paused")
        self.wait_for_saved_session(self.call("return player.frames()"))
        address = self.link("state")
        self.driver.refresh()
        self.wait_for_picture()
        self.wait_for("the moves", lambda: moves() == played)
        self.wait_frames(90)
        self.assertEqual(moves(), played)
        self.assertIn("11-15", self.call("return player.record()"))
        self.assertTrue(self.element("#moves").text.startswith("11-15"))
        self.driver.get("about:blank")
        self.driver.get(address)
        self.wait_for_picture()
        self.wait_for("the moves", lambda: moves() == played)
        self.wait_frames(90)
        self.assertEqual(moves(), played)

    def test_uploaded_cartridges_are_listed(self):
        self.upload("mine.bin", b"\xea" * 4092 + b"\x00\xf0\x00\xf0")
        self.wait_for("mine", lambda: self.report()["name"] == "mine.bin")
        self.wait_for("saved", lambda: self.driver.execute_async_script(
            'import("./store.js").then((store) => store.all("cartridges"))'
            ".then((stored) => arguments[0](stored.length))"))
        self.click("[data-cartridge=video-checkers]")
        self.wait_for("checkers", lambda: self.report()["bundled"] == "video-checkers")
        self.driver.refresh()
        self.wait_for_picture()
        self.click("[data-action=shelf]")
        rows = self.wait_for("the list", lambda: self.driver.find_elements(
            "css selector", "#shelf-list li"))
        names = [row.find_element("css selector", "span").text for row in rows]
        self.assertEqual(names, ["mine.bin"])
        self.click("#shelf-list button")
        self.wait_for("mine again", lambda: self.report()["name"] == "mine.bin")
        self.click("[data-action=shelf]")
        self.click("#shelf-list button + button")
        self.wait_for_message("Removed from the list")
        self.assertIn("saved here", self.element("#shelf-list").text)

    def wait_for_saved_session(self, frames):
        read_frames = """
            const text = (state) => new TextDecoder().decode(state?.subarray(0, 80));
            import("./store.js").then((store) => store.get("session", "last"))
                .then((last) => arguments[0](text(last?.state)))
        """
        wanted = f'"frames":{frames}'
        self.wait_for(
            "a saved session",
            lambda: wanted in self.driver.execute_async_script(read_frames))

    def link(self, kind):
        self.click("[data-action=share]")
        self.click(f"[data-link={kind}]")
        address = self.wait_for("a link", lambda: self.element("#link").get_attribute("value"))
        self.driver.execute_script('document.querySelector("dialog#share").close()')
        return address

    def test_a_shared_recording_replays_identically(self):
        self.click("[data-cartridge=video-checkers]")
        self.wait_frames(20)
        for key in (Keys.F1, Keys.F2, "q", Keys.SPACE):
            ActionChains(self.driver).key_down(key).pause(0.15).key_up(key).perform()
        self.wait_frames(60)
        self.click("[data-action=pause]")
        self.wait_for_message("Paused")
        script = self.script()
        address = self.link("play")
        self.assertLess(len(address), 2000)
        self.driver.get("about:blank")
        self.driver.get(address)
        self.wait_for_picture()
        frames = int(script.rstrip().splitlines()[-1].split()[0][1:])
        self.wait_for_message("The script has ended")
        replayed = self.script()
        inputs = [line for line in script.splitlines() if line.startswith("@")]
        changes = [line for line in inputs if "expect" not in line]
        again = [line for line in replayed.splitlines() if line in changes]
        self.assertEqual(changes[:-1], again[:len(changes) - 1])
        self.assertGreaterEqual(self.call("return player.frames()"), frames)
        path = Path(self.folder.name) / "link.script"
        path.write_text(script, encoding="utf-8")

        def verify():
            command = [CROWNHEAD, "verify", path]
            return subprocess.run(command, cwd=self.folder.name, capture_output=True, check=False)

        verified = verify()
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        broken = script.replace("expect ram ", "expect ram 0123456789abcdef # ")
        path.write_text(broken, encoding="utf-8")
        self.assertEqual(verify().returncode, 1)

    def test_other_links_and_a_damaged_one(self):
        self.upload("mine.bin", b"\xea" * 4092 + b"\x00\xf0\x00\xf0")
        self.wait_for("mine", lambda: self.report()["name"] == "mine.bin")
        self.wait_frames(5)
        for kind in ("state", "cartridge"):
            address = self.link(kind)
            self.open(address.removeprefix(self.server.address))
            self.assertEqual(self.report()["name"], "mine.bin")
            self.assertEqual(self.report()["size"], 4096)
        self.open("#cartridge=video-checkers&play=AAAA")
        self.wait_for_message("link is incomplete or damaged")
        self.open("#cartridge=video-checkers&fen=B:W21,K30:B1,2,3")
        self.wait_for("the position", lambda: "K30" in self.report()["checkers"]["fen"], 60)


class CannotRun(PageTest):
    def notice(self):
        return self.driver.execute_script(
            'return document.querySelector("crownhead-console")?.shadowRoot'
            '?.querySelector("[role=alert]")?.innerText')

    def test_the_page_says_why_there_is_no_console_and_what_to_do(self):
        wasm, worker = "crownhead_bg.wasm", "worker.js"
        damaged = b"\0asm damaged"
        cases = [
            ("", wasm, None), ("", wasm, damaged), ("", worker, None), ("edit.html", wasm, None),
        ]
        for page, suffix, content in cases:
            with self.subTest(page=page, suffix=suffix, content=content):
                engines.Handler.overrides = {suffix: content}
                try:
                    self.driver.get("about:blank")
                    self.driver.get(self.server.address + page)
                    text = self.wait_for("the reason", self.notice)
                    self.assertIn("cannot run", text)
                    self.assertIn("reload the page", text)
                    # No message is shown besides the notice, which does not cover the navigation.
                    self.assertEqual(self.shown_message(), "")
                    outside = self.driver.execute_script(
                        'const nav = document.querySelector("nav a").getBoundingClientRect();'
                        "return document.elementFromPoint(nav.x + 5, nav.y + 5).tagName")
                    self.assertEqual(outside, "A")
                    self.assertEqual("HTTP 404" in text, suffix == wasm and content is None, text)
                finally:
                    engines.Handler.overrides = {}
        # The notice's button tries again.
        self.driver.execute_script(
            'document.querySelector("crownhead-console").shadowRoot'
            '.querySelector("[role=alert] button").click()')
        self.wait_for("the console", lambda: self.driver.execute_script(
            'return document.querySelector("crownhead-console")?.shownAt'))
        self.assertEqual(self.notice(), "")


class Offline(PageTest):
    def test_a_reload_without_a_server(self):
        self.open()
        self.driver.execute_async_script(
            "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())")
        # The service worker does not control the page until the page is loaded again.
        self.reload()
        self.server.stop()
        try:
            self.reload()
            self.wait_frames(20)
            # The assembler is loaded only when the editor is first visited.
            self.driver.get(self.server.address + "edit.html#triktrak")
            self.wait_for_message("The assembler cannot be loaded")
        finally:
            self.server.start()
        self.driver.refresh()
        self.wait_for_assembly()
        self.server.stop()
        try:
            self.driver.refresh()
            self.wait_for_assembly()
        finally:
            self.server.start()

    def wait_for_assembly(self):
        self.wait_for("an image", lambda: "4096 bytes" in self.element("#result").text)


class FirstLoad(PageTest):
    def test_players_do_not_load_the_assembler(self):
        engines.Handler.requested.clear()
        self.open()
        self.driver.execute_async_script(
            "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())")
        requested = " ".join(engines.Handler.requested)
        self.assertIn("wasm/crownhead_bg.wasm", requested)
        self.assertNotIn("editor_bg", requested)
        self.open("edit.html#triktrak")
        self.wait_for("the assembler", lambda: "editor_bg" in " ".join(engines.Handler.requested))
