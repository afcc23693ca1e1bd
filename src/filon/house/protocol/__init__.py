"""Everything that crosses the wire: JSON Schema, TypeScript and OpenAPI are made from these types.

A client says Hello for one table and one seat, then sends commands; each has an id of the client's own, and the server answers with one
Done or Refused of that id. Changes come as News: new lines, the latest view, the ids of legal moves.
"""

from filon.house.protocol.commands import *
from filon.house.protocol.http import *
from filon.house.protocol.lines import *
from filon.house.protocol.messages import *
from filon.house.protocol.types import *
