// boardgame.io playing a small game of its own kind, in memory: three seats put numbers into sixty cells, half of them secret.
const { Server } = require("boardgame.io/server");

const CELLS = 60;
const hidden = (cells, seat) => cells.map((cell, i) => (i < CELLS / 2 || String(i % 3) === seat ? cell : null));

const game = {
  name: "cells",
  setup: () => ({ cells: Array(CELLS).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G }, i, v) => {
      G.cells[i] = v;
    },
  },
  playerView: ({ G, playerID }) => ({ cells: hidden(G.cells, playerID) }),
};

Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]), () => console.log("ready"));
