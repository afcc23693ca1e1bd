"""Tables being played, and stored: the House and what it needs beside its packages."""
