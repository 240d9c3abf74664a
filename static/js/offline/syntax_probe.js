// A browser that cannot read this does not run Python: browser_support.js asks.

// biome-ignore lint/complexity/noStaticOnlyClass: its syntax is what is tried
class Syntax {
  static isRead;
  static {
    Syntax.isRead = true;
  }
}
