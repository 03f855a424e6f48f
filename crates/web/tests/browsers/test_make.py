"""The editor."""

from page import PageTest
from selenium.webdriver.common.keys import Keys


class Editor(PageTest):
    def result(self, part):
        self.until(part, lambda: part in self.element("#result").text)

    def write(self, text):
        self.driver.execute_script(
            """
            const source = document.querySelector("#source");
            source.value = arguments[0];
            source.dispatchEvent(new Event("input"));
            """, text)

    def test_bundled_sources_make_the_bundled_cartridge(self):
        for name in ("triktrak", "video-checkers"):
            self.open(f"edit.html#{name}")
            self.result("Assembled: 4096 bytes")
            self.until("the cartridge", lambda: (self.report() or {}).get("bundled") == name)
        self.assert_quiet()

    def test_an_error_is_shown_in_place_and_the_mend_runs(self):
        self.open("edit.html#own")
        self.result("Assembled: 4096 bytes")
        good = self.driver.execute_script('return document.querySelector("#source").value')
        first = self.call("return player.report.sha256")
        self.write(good.replace("ldx #$FF", "ldq #$FF"))
        self.result("1 error")
        line = good[: good.index("ldx #$FF")].count("\n") + 1
        mark = self.element("#gutter .error")
        self.assertEqual(mark.text, str(line))
        self.assertIn(f"own/main.asm:{line}", self.element("#diagnostics button").text)
        self.wait_frames(10)
        self.write(good.replace("adc #1", "adc #2"))
        self.result("Assembled")
        self.until("another image", lambda: self.report()["sha256"] != first)
        # Changes stay.
        self.until("kept", lambda: self.driver.execute_async_script(
            'import("./store.js").then((store) => store.get("sources", "own"))'
            ".then((kept) => arguments[0](!!kept))"))
        self.driver.refresh()
        self.shown()
        self.assertIn("adc #2", self.source())
        # Those of one file, too, when another is changed later.
        self.choose_file("include/macros.asm")
        self.write(self.source() + "; mine\n")
        self.until("kept", lambda: "; mine" in self.driver.execute_async_script(
            'import("./store.js").then((store) => store.get("sources", "own"))'
            ".then((kept) => arguments[0](Object.values(kept.files).join()))"))
        self.driver.refresh()
        self.shown()
        self.assertIn("adc #2", self.source())

    def put_cursor(self, before):
        """Puts the cursor behind the first place of a text."""
        self.driver.execute_script(
            """
            const source = document.querySelector("#source");
            const at = source.value.indexOf(arguments[0]) + arguments[0].length;
            source.focus();
            source.setSelectionRange(at, at);
            """, before)

    def test_the_word_at_the_cursor(self):
        self.open("edit.html#own")
        self.result("Assembled: 4096 bytes")
        self.put_cursor("sta VSY")
        self.until("its meaning", lambda: "VSYNC = $00" in self.element("#about").text)
        source = self.element("#source")
        source.send_keys(Keys.CONTROL, Keys.ENTER)
        self.until("its definition", lambda: self.driver.execute_script(
            'return document.querySelector("#file").value') == "include/hardware.asm")
        line = self.driver.execute_script(
            'const source = document.querySelector("#source");'
            "return source.value.slice(source.selectionStart, source.selectionEnd)")
        self.assertTrue(line.startswith("VSYNC"), line)
        self.choose_file("own/main.asm")
        self.put_cursor("bit INPT4")
        source.send_keys(Keys.BACKSPACE, Keys.BACKSPACE)
        source.send_keys(Keys.CONTROL, Keys.SPACE)

        def offered():
            return self.driver.execute_script(
                """
                const words = document.querySelectorAll("#words:not([hidden]) li");
                return [...words].map((word) => word.innerText.split(" ")[0]);
                """)

        self.until("words", lambda: offered()[:2] == ["INPT0", "INPT1"])
        # The event of a scroll may come late; a scroll takes the words away.
        self.driver.execute_script(
            'document.querySelector("#source").dispatchEvent(new Event("scroll"))')
        self.assertEqual(offered()[:2], ["INPT0", "INPT1"])
        self.driver.execute_script('document.querySelector("#source").scrollTop = 40')
        self.until("no words", lambda: not offered())
        source.send_keys(Keys.CONTROL, Keys.SPACE)
        self.until("words again", lambda: offered()[:2] == ["INPT0", "INPT1"])
        source.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.until("the word", lambda: "bit INPT1 " in self.source())
        self.assert_quiet()

    def test_a_file_is_put_into_columns(self):
        self.open("edit.html#own")
        self.result("Assembled: 4096 bytes")
        first = self.call("return player.report.sha256")
        self.write(self.source().replace("        lda color\n", " lda color ; the first\n"))
        self.result("Assembled: 4096 bytes")
        self.click("[data-action=format]")
        columns = "        lda color               ; the first\n"
        self.until("columns", lambda: columns in self.source())
        self.assertEqual(self.call("return player.report.sha256"), first)
        self.assert_quiet()

    def source(self):
        return self.driver.execute_script('return document.querySelector("#source").value')

    def choose_file(self, path):
        self.driver.execute_script(
            """
            const file = document.querySelector("#file");
            file.value = arguments[0];
            file.dispatchEvent(new Event("change"));
            """, path)
