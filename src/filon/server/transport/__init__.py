"""Transport: what one TCP connection may cost, before a request or a frame is understood."""
