"""Gold Pan: everything lies open."""

from filon.core.compiled.record import Record

from .parts import Table

OPEN: dict[type[Record], str] = {Table: "rules seats goal turn phase ending face pan pouch"}
SECRET: dict[type[Record], str] = {}
