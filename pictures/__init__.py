"""Pictures of pages, of the README, and the icons, drawn by the browser of the tests."""
