"""What people do with stored things: one use case a function, each owning its transaction."""
