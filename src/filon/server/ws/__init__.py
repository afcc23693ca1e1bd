"""WebSockets: one Session per connection, which reads commands and sends answers and updates."""
