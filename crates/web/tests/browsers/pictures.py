"""Takes the screenshots for the documentation: python pictures.py [FOLDER]."""

import sys
import time
from pathlib import Path

import engines
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else engines.ROOT / "crates/web/docs"
WAIT_FOR_PICTURE = 'document.querySelector("crownhead-console").shown.then(() => arguments[0]())'


def start_game(driver):
    driver.execute_async_script(WAIT_FOR_PICTURE)
    time.sleep(1)
    ActionChains(driver).key_down(Keys.F2).pause(0.2).key_up(Keys.F2).perform()
    time.sleep(2)


def click_square(driver, number):
    ready = 'return document.querySelector("crownhead-console").report.checkers.movable.length > 0'
    while not driver.execute_script(ready):
        time.sleep(0.2)
    time.sleep(1)
    click = 'document.querySelector("crownhead-console").clickSquare(arguments[0])'
    driver.execute_script(click, number)
    time.sleep(2)


def open_completions(driver, path, text):
    """Opens a source in the editor and asks for completions after a text."""
    driver.execute_script(
        """
        const [path, text] = arguments;
        const file = document.querySelector("#file");
        const source = document.querySelector("#source");
        file.value = path;
        file.dispatchEvent(new Event("change"));
        const at = source.value.indexOf(text) + text.length;
        source.focus();
        source.setSelectionRange(at, at);
        """, path, text)
    time.sleep(2)
    driver.find_element("css selector", "#source").send_keys(Keys.CONTROL, Keys.SPACE)
    time.sleep(2)


def main():
    server = engines.Server()
    for name, size, touch in (("desktop", (1280, 900), False), ("phone", (412, 915), True)):
        driver = engines.start(size, touch)
        driver.get(server.address)
        start_game(driver)
        click_square(driver, 10)
        driver.save_screenshot(str(FOLDER / f"{name}.png"))
        if not touch:
            driver.get(server.address + "edit.html#triktrak")
            driver.execute_async_script(WAIT_FOR_PICTURE)
            time.sleep(4)
            open_completions(driver, "triktrak/input.asm", "lda SW")
            driver.save_screenshot(str(FOLDER / "editor.png"))
        driver.quit()
    server.stop()


main()
