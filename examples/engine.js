#!/usr/bin/env node
// An engine for Tilewise in another language: it lays runs and groups from its rack, or draws.
//
//     tilewise arena 'node examples/engine.js' novice --deals 5
//
// docs/engine-protocol.md describes the lines that come in and go out.
"use strict";

const { createInterface } = require("node:readline");

const COLOURS = ["r", "b", "y", "k"];
const OPENING_POINTS = 30;
let position = null;

// "classic-en; >r7 r8 r9! / 12; [b1 b2 b3]; pool 77" has the edition, the racks, the table, and named fields.
function readPosition(text) {
  const [, racks, table, ...fields] = text.split(";").map((field) => field.trim());
  const own = racks.split("/").map((rack) => rack.trim()).find((rack) => rack.startsWith(">"));
  const pool = fields.find((field) => field.startsWith("pool "));
  return {
    rack: own.match(/[rbyk][0-9]+/g) ?? [], // it keeps its jokers
    hasOpened: !own.includes("!"),
    table: table === "-" ? "" : table,
    pool: Number(pool.slice("pool ".length)),
  };
}

// Take tiles from the rack as long as there are three or more in a row.
function takeMelds(rack, rows) {
  const melds = [];
  for (const row of rows) {
    let meld = [];
    for (const tile of [...row, null]) {
      if (tile !== null && rack.has(tile)) {
        meld.push(tile);
        continue;
      }
      if (meld.length >= 3) {
        melds.push(meld);
        meld.forEach((each) => rack.delete(each));
      }
      meld = [];
    }
  }
  return melds;
}

function choose({ rack, hasOpened, table, pool }) {
  const left = new Set(rack);
  const numbers = Array.from({ length: 13 }, (_, index) => index + 1);
  const runs = COLOURS.map((colour) => numbers.map((number) => colour + number));
  const groups = numbers.flatMap((number) => {
    const held = COLOURS.map((colour) => colour + number).filter((tile) => left.has(tile));
    return held.length >= 3 ? [held] : [];
  });
  const melds = takeMelds(left, [...runs, ...groups]);
  const points = melds.flat().reduce((sum, tile) => sum + Number(tile.slice(1)), 0);
  if (melds.length && (hasOpened || points >= OPENING_POINTS)) {
    return `play ${table} ${melds.map((meld) => `[${meld.join(" ")}]`).join(" ")}`;
  }
  return pool > 0 ? "draw" : "pass";
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, ...words] = line.split(" ");
  if (command === "tilewise") console.log("ready lays-from-rack");
  if (command === "position") position = readPosition(words.join(" "));
  if (command === "go") console.log(`best ${choose(position)}`);
  if (command === "quit") process.exit(0);
});
