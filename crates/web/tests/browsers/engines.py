"""Starts a browser under WebDriver, and a server for the page."""

import functools
import http.server
import io
import os
import tempfile
import threading
from pathlib import Path

from selenium import webdriver

ROOT = Path(__file__).resolve().parents[4]
SITE = Path(os.environ.get("CROWNHEAD_SITE", ROOT / "target/web"))
ENGINE = os.environ.get("CROWNHEAD_ENGINE", "chromium")
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static web host, which sends no special headers."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    # False after the server has stopped. Requests on connections that are still open then fail.
    is_open = True
    # The paths that browsers have requested.
    requested = []
    # Replies to send instead of files. A key is a suffix of a path; a reply of `None` is a 404.
    overrides = {}

    def send_head(self):
        self.requested.append(self.path)
        if not self.is_open:
            return self.send_override(None)
        for suffix, content in self.overrides.items():
            if self.path.endswith(suffix):
                return self.send_override(content)
        return super().send_head()

    def end_headers(self):
        # Otherwise a browser may use a cached file instead of the reply.
        if self.overrides:
            self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_override(self, content):
        if content is None:
            self.send_error(404)
            return None
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, *_args):
        pass


class Server:
    """Serves the page from a subfolder instead of the root, as shared web hosts do."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        os.symlink(SITE, Path(self.folder.name) / "some-folder")
        self.port = 0
        self.start()

    def start(self):
        handler = functools.partial(Handler, directory=self.folder.name)
        Handler.is_open = True
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        Handler.is_open = False
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/some-folder/"


def chromium(size, touch):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    profile = tempfile.mkdtemp(prefix="crownhead-chromium-")
    for argument in (
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-dev-shm-usage", f"--user-data-dir={profile}",
        f"--window-size={size[0]},{size[1]}",
    ):
        options.add_argument(argument)
    if touch:
        metrics = {"width": size[0], "height": size[1], "pixelRatio": 2.0}
        metrics.update(mobile=True, touch=True)
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService("/usr/bin/chromedriver")
    return webdriver.Chrome(options=options, service=service)


def firefox(size, touch):
    options = webdriver.FirefoxOptions()
    options.binary_location = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")
    options.add_argument("-headless")
    options.set_preference("network.captive-portal-service.enabled", False)
    options.set_preference("network.connectivity-service.enabled", False)
    options.set_preference("datareporting.policy.dataSubmissionEnabled", False)
    options.set_preference("media.autoplay.default", 0)
    if touch:
        options.set_preference("dom.w3c_touch_events.enabled", 1)
        options.set_preference("ui.primaryPointerCapabilities", 1)
    service = webdriver.FirefoxService(os.environ.get("GECKODRIVER", "geckodriver"))
    driver = webdriver.Firefox(options=options, service=service)
    driver.set_window_size(*size)
    return driver


def webkit(size, _touch):
    options = webdriver.WebKitGTKOptions()
    options.binary_location = MINI_BROWSER
    options.add_argument("--automation")
    service = webdriver.WebKitGTKService("/usr/bin/WebKitWebDriver")
    driver = webdriver.WebKitGTK(options=options, service=service)
    driver.set_window_size(*size)
    return driver


def start(size=(1280, 900), touch=False):
    driver = {"chromium": chromium, "firefox": firefox, "webkit": webkit}[ENGINE](size, touch)
    driver.set_script_timeout(120)
    driver.set_page_load_timeout(60)
    return driver
