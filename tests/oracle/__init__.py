"""An independent, slow and plain reading of the rules of Krypkasino, to test against."""
