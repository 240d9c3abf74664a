// An evening through types that openapi-typescript made, with its own fetch; prints what it saw as JSON.

import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Entry = components["schemas"]["Entry"];
type Game = { players: string[]; table: string[]; plays: { card: string; captured: string[] }[] };

const [server, folder] = process.argv.slice(2) as [string, string];
const game = JSON.parse(readFileSync(`${folder}/game.json`, "utf8")) as Game;
const anybody = createClient<paths>({ baseUrl: server });

/** Return the data of an answer; throw its problem. */
function got<Data>({ data, error }: { data?: Data; error?: { detail: string } }): Data {
  if (data === undefined) throw new Error(error?.detail ?? "no answer");
  return data;
}

const rules = got(await anybody.GET("/api/v1/{game}", { params: { path: { game: "krypkasino" } } }));
const query = { table: "8S 9C JD", played: "8H", dealt: "0", limit: 2 } as const;
const ruling = got(await anybody.GET("/api/v1/krypkasino/referee", { params: { query } }));
const body = { game: "krypkasino", players: game.players, key: crypto.randomUUID() } as const;
const started = got(await anybody.POST("/api/v1/sessions", { body }));
const ours = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${started.edit_key}` } });
const path = { session_id: started.id };

const counted = got(await ours.POST("/api/v1/sessions/{session_id}/games", { params: { path }, body: {} }));
const first = { ...path, number: counted.number };
got(await ours.POST("/api/v1/sessions/{session_id}/games/{number}/sweeps", {
  params: { path: first }, body: { seat: 0, key: "one" },
}));
for (const [seat, card_points] of [20, 22].entries()) {
  got(await ours.PUT("/api/v1/sessions/{session_id}/games/{number}/sheet/{seat}", {
    params: { path: { ...first, seat }, header: { "If-Match": "*" } },
    body: { card_points, markers: seat ? 0 : 1 },
  }));
}
const closed = got(await ours.POST("/api/v1/sessions/{session_id}/games/{number}/close", {
  params: { path: first }, body: { accept_imbalance: true },
}));

const begun = got(await ours.POST("/api/v1/sessions/{session_id}/games", { params: { path }, body: { key: "two" } }));
const second = { ...path, number: begun.number };
const entries = [{ table: game.table }, ...game.plays];
let state: components["schemas"]["GameState"] | undefined;
for (const [after, entry] of entries.entries()) {
  const sent: Entry = { ...entry, key: `entry ${after}`, after };
  state = got(await ours.POST("/api/v1/sessions/{session_id}/games/{number}/plays", {
    params: { path: second }, body: sent,
  }));
}
if (!state) throw new Error("nothing was entered");
const analysis = got(await ours.GET("/api/v1/sessions/{session_id}/games/{number}/analysis", {
  params: { path: second, query: { from: 0, limit: 2 } },
}));
const ofLog = got(await anybody.POST("/api/v1/{game}/analysis", {
  params: { path: { game: "krypkasino" } },
  body: { players: 2, dealer: state.dealer, log: entries, limit: 1, from: 0 },
}));

const photo = new Blob([readFileSync(`${folder}/photo.jpg`)], { type: "image/jpeg" });
const read = got(await anybody.POST("/api/v1/photo", {
  params: { query: { indices: "2" } },
  body: { photo: "" },
  bodySerializer() {
    const form = new FormData();
    form.append("photo", photo, "photo.jpg");
    return form;
  },
}));
const session = got(await ours.GET("/api/v1/sessions/{session_id}", { params: { path } }));
console.log(JSON.stringify({
  rules: rules.game,
  verdict: ruling.play?.options[0]?.captured,
  scores: closed.players.map(({ total }) => total),
  followed: [state.state, state.seq, state.bg_stats_url !== null],
  analysed: [analysis.plays.length, ofLog.plays.length],
  photo: read.cards.map(({ card }) => card),
  games: session.games.map(({ scores }) => scores),
}));
