// A browser that cannot read this does not run Python: able.js asks.

(class {
  static {
    this.isRead = true;
  }
});
