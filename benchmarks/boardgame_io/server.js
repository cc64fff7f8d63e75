// A server of boardgame.io on this machine alone: node server.js PORT memory|flatfile FOLDER
// The game is as light as a game can be: a number, from which one to three are taken.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const [port, store, folder] = process.argv.slice(2);

const game = {
  name: "take",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ left: 1_000_000_000 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G }, count) => {
      if (![1, 2, 3].includes(count) || count > G.left) return INVALID_MOVE;
      G.left -= count;
    },
  },
  endIf: ({ G, ctx }) => (G.left === 0 ? { winner: ctx.currentPlayer } : undefined),
};

const db = store === "flatfile" ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [game], db, origins: [] });
// It would listen on every address of the machine.
const listen = server.app.listen.bind(server.app);
server.app.listen = (where, ready) => listen(where, "127.0.0.1", ready);
server.run(Number(port), () => console.log("READY"));
