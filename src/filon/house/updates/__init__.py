"""Updates for subscribers: what each one is sent after a change, and who is present."""
