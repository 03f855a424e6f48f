"""The base class of the page's tests."""

import base64
import os
import time
import unittest

import engines
from selenium.common.exceptions import StaleElementReferenceException

# Factor for all time limits: a busy machine without a graphics card may draw few frames a second.
TIMEOUT_FACTOR = float(os.environ.get("CROWNHEAD_PATIENCE", "3"))

# Runs the body of an async function, in which `player` is the console element and `args` holds the
# arguments. Returns what the function returns, or its error.
CALL = """
const done = arguments[arguments.length - 1];
const player = document.querySelector("crownhead-console");
(async (...args) => { %s })(...[...arguments].slice(0, -1))
    .then((value) => done({ value }), (error) => done({ error: String(error.message ?? error) }));
"""


class PageTest(unittest.TestCase):
    """A class of tests that run in their own browser."""

    size = (1280, 900)
    touch = False

    @classmethod
    def setUpClass(cls):
        cls.server = engines.Server()
        cls.driver = engines.start(cls.size, cls.touch)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.server.stop()

    def open(self, path=""):
        """Loads the page from scratch and waits for its first picture."""
        self.driver.get("about:blank")
        self.driver.get(self.server.address + path)
        self.wait_for_picture()

    def reload(self):
        """Reloads from a script: a reload by Firefox's driver would bypass the service worker."""
        self.driver.execute_script("window.isOld = true; location.reload()")
        self.wait_for("a reload", lambda: not self.driver.execute_script("return window.isOld"))
        self.wait_for_picture()

    def wait_for_picture(self):
        self.call('await customElements.whenDefined("crownhead-console"); await player.shown')

    def call(self, body, *values):
        """Runs the body of a JavaScript function in the page and returns its result; see `CALL`."""
        result = self.driver.execute_async_script(CALL % body, *values)
        self.assertIsNotNone(result, body)
        self.assertNotIn("error", result, body)
        return result.get("value")

    def wait_for(self, what, check, seconds=30):
        """Waits until `check` returns a true value, and returns that value."""
        end = time.monotonic() + seconds * TIMEOUT_FACTOR
        while True:
            value = check()
            if value:
                return value
            if time.monotonic() > end:
                self.fail(f"{what}: not within {seconds * TIMEOUT_FACTOR:.0f} s")
            time.sleep(0.05)

    def report(self):
        return self.call("return player.report")

    def script(self):
        return self.call("return player.script()")

    def wait_frames(self, count):
        start = self.call("return player.frames()")
        self.wait_for(
            f"{count} frames", lambda: self.call("return player.frames()") >= start + count
        )

    def shown_message(self):
        return self.driver.execute_script('return document.querySelector("#message").textContent')

    def wait_for_message(self, part):
        return self.wait_for(
            f"a message with {part}", lambda: part in self.shown_message() and self.shown_message()
        )

    def open_image(self, name, image):
        text = base64.b64encode(image).decode()
        self.call(
            "await player.open(args[0], Uint8Array.from(atob(args[1]), (c) => c.charCodeAt(0)))",
            name, text,
        )

    def element(self, selector):
        return self.driver.find_element("css selector", selector)

    def click(self, selector):
        """Clicks an element, even if the page has just replaced it."""
        def clicked():
            try:
                self.element(selector).click()
                return True
            except StaleElementReferenceException:
                return False

        self.wait_for(selector, clicked)

    def tap(self, x, y):
        """Clicks a point of the picture, given as fractions of its width and height."""
        from selenium.webdriver.common.action_chains import ActionChains

        box = self.driver.execute_script(
            'return document.querySelector("crownhead-console")'
            ".screenBox.getBoundingClientRect().toJSON()"
        )
        actions = ActionChains(self.driver, duration=10)
        actions.w3c_actions.pointer_action.move_to_location(
            int(box["x"] + box["width"] * x), int(box["y"] + box["height"] * y)
        )
        actions.w3c_actions.pointer_action.click()
        actions.perform()

    def assert_no_errors(self):
        """Checks that Chromium logged no error and that all files came from the server."""
        if engines.ENGINE == "chromium":
            log = self.driver.get_log("browser")
            errors = [entry for entry in log if entry["level"] == "SEVERE"]
            self.assertEqual(errors, [])
        names = self.driver.execute_script(
            'return performance.getEntriesByType("resource").map((entry) => entry.name)'
        )
        self.assertEqual([name for name in names if not name.startswith(self.server.address)], [])
