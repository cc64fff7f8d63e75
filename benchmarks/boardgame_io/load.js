// Plays many games on a server of boardgame.io as fast as they go: node load.js PORT GAMES SECONDS
// A move counts when the socket of whoever made it is told of the state it led to; the other moves when told of it.
const { io } = require("socket.io-client");

const [port, games, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
let accepted = 0;
let counting = false;
let stopped = false;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function play() {
  const { matchID } = await post("/games/take/create", { numPlayers: 2 });
  const sockets = [];
  for (const player of ["0", "1"]) {
    const { playerCredentials: credentials } = await post(`/games/take/${matchID}/join`, {
      playerID: player,
      playerName: player,
    });
    const socket = io(`${address}/take`, { transports: ["websocket"], forceNew: true, reconnection: false });
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
    let sent = -1;
    const react = (state) => {
      if (sent >= 0 && state._stateID > sent) {
        accepted += counting ? 1 : 0;
        sent = -1;
      } else if (!stopped && state.ctx.currentPlayer === player) {
        sent = state._stateID;
        const payload = { type: "take", args: [3], playerID: player, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, player);
      }
    };
    socket.on("update", (_, state) => react(state));
    sockets.push({ socket, react, player, credentials });
  }
  for (const { socket, react, player, credentials } of sockets) {
    const synced = new Promise((resolve) => socket.once("sync", (_, info) => resolve(info.state)));
    socket.emit("sync", matchID, player, credentials, 2);
    const state = await synced;
    if (player === "1") sockets[0].react(state);
  }
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));

async function main() {
  for (let number = 0; number < games; number += 1) await play();
  await pause(2);
  const begun = performance.now();
  counting = true;
  await pause(seconds);
  counting = false;
  stopped = true;
  console.log(JSON.stringify({ movesPerSecond: (accepted * 1000) / (performance.now() - begun) }));
  process.exit(0);
}

main();
