"""HTTP and WebSockets around the house: decode, hand over, send; no rule, no decision."""
