"""Tests of accessibility (with axe), the page's security policy, and reduced motion."""

import os
import unittest
from pathlib import Path

from page import PageTest

AXE = os.environ.get("CROWNHEAD_AXE")


# This class is separate because it must not check the browser's log: axe itself violates the page's
# security policy, and the browser logs that.
class Axe(PageTest):
    def violations(self):
        """Runs axe in the page. The page's security policy does not apply to WebDriver scripts."""
        self.driver.execute_script(Path(AXE).read_text(encoding="utf-8"))
        run = "axe.run().then((results) => arguments[0](results.violations))"
        rules = self.driver.execute_async_script(run)
        return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in rules]

    @unittest.skipUnless(AXE, "set CROWNHEAD_AXE to the path of axe.min.js to run this test")
    def test_axe_finds_nothing(self):
        self.open()
        self.wait_frames(10)
        self.assertEqual(self.violations(), [])
        for dialog in ("help", "states", "share", "look"):
            self.click(f"[data-action={dialog}]")
            self.assertEqual(self.violations(), [], dialog)
            self.driver.execute_script(f'document.querySelector("dialog#{dialog}").close()')
        self.driver.execute_script('document.querySelector("#board").open = true')
        self.assertEqual(self.violations(), [], "board")
        self.open("edit.html")
        self.assertEqual(self.violations(), [], "editor")
        self.driver.get(self.server.address + "manual.html")
        pictures = ("return [...document.images]"
            ".every((image) => image.complete && image.naturalWidth)"
            " && document.querySelectorAll('h2').length")
        self.assertGreater(self.driver.execute_script(pictures), 10)
        self.assertEqual(self.violations(), [], "manual")


class Access(PageTest):
    def test_the_policy_allows_nothing_inline_and_nothing_from_other_hosts(self):
        for page in ("", "edit.html"):
            self.open(page)
            meta = self.element("meta[http-equiv=Content-Security-Policy]")
            policy = meta.get_attribute("content")
            self.assertNotIn("unsafe-inline", policy)
            self.assertNotIn("http", policy)
            inline_selector = "style, [style]:not(crownhead-console), script:not([src])"
            inline = self.driver.execute_script(
                "return document.querySelectorAll(arguments[0]).length", inline_selector)
            self.assertEqual(inline, 0)
            self.assert_no_errors()

    def test_the_keyboard_reaches_every_button(self):
        self.open()
        unreachable = self.driver.execute_script(
            'return [...document.querySelectorAll("button, a, select, textarea, summary")]'
            ".filter((control) => control.tabIndex < 0).map((control) => control.outerHTML)")
        self.assertEqual(unreachable, [])
