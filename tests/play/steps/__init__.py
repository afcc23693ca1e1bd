"""Steps that browser tests share: visit, serve, deal, move, check a page."""
