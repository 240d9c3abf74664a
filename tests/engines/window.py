#!/usr/bin/python3
"""A window of WebKitGTK that is as small as a phone's screen, for its driver; MiniBrowser is wider.

It runs in the system's Python, which has GTK.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

OPTIONS = dict(word[2:].partition("=")[::2] for word in sys.argv[1:] if word.startswith("--"))
MANAGER = WebKit2.WebsiteDataManager(
    base_data_directory=OPTIONS["data"], base_cache_directory=OPTIONS["data"] + "/cache"
)
CONTEXT = WebKit2.WebContext.new_with_website_data_manager(MANAGER)
SETTINGS = WebKit2.Settings(
    hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    enable_write_console_messages_to_stdout=True,
)


def open_view(_session):
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(int(OPTIONS["width"]), int(OPTIONS["height"]))
    view = WebKit2.WebView(web_context=CONTEXT, settings=SETTINGS, is_controlled_by_automation=True)
    view.connect("close", lambda _view: window.destroy())
    window.add(view)
    window.show_all()
    view.grab_focus()
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("phone")
    info.set_version(2, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


CONTEXT.get_cookie_manager().set_persistent_storage(
    OPTIONS["data"] + "/cookies", WebKit2.CookiePersistentStorage.SQLITE
)
CONTEXT.set_preferred_languages(["en-GB"])
CONTEXT.set_automation_allowed(True)
CONTEXT.connect("automation-started", begin)
Gtk.main()
