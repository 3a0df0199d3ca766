#!/usr/bin/env node
// Checks published draws with nothing of this project but its public API and engine/rules/FAIRNESS.md: that the seed is the one whose
// hash was published before the sale, and that the numbers are those that the seed makes. Written apart from the engine, on purpose.
//
//   node tests/independent/verify-draw.mjs http://127.0.0.1:8080 [gameCode …]
//
// Prints one line per game; exit code 1 when any draw does not check out.
import { createHash, createHmac } from 'node:crypto';

const [origin = 'http://127.0.0.1:8080', ...wanted] = process.argv.slice(2);

async function json(path) {
  const response = await fetch(origin + path);
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response.json();
}

/** Bytes of the seed's stream, one by one. */
function* stream(gameCode, issue, seed) {
  for (let i = 0; ; i++) yield* createHmac('sha256', seed).update(`${gameCode}/${issue}/${i}`, 'utf8').digest();
}

function uniform(bytes, n) {
  let k = 0;
  while (256n ** BigInt(k) < BigInt(n)) k++;
  const space = 256n ** BigInt(k);
  for (;;) {
    let value = 0n;
    for (let i = 0; i < k; i++) value = value * 256n + BigInt(bytes.next().value);
    if (value < (space / BigInt(n)) * BigInt(n)) return Number(value % BigInt(n));
  }
}

function draw(zones, bytes) {
  const numbers = {};
  for (const zone of zones) {
    let list = [];
    for (let value = zone.from; value <= zone.to; value++) list.push(value);
    if (zone.excludes) list = list.filter((value) => !numbers[zone.excludes].includes(value));
    const drawn = [];
    for (let j = 0; j < zone.pick; j++) {
      if (zone.kind === 'digits') drawn.push(list[uniform(bytes, list.length)]);
      else {
        const r = j + uniform(bytes, list.length - j);
        [list[j], list[r]] = [list[r], list[j]];
        drawn.push(list[j]);
      }
    }
    numbers[zone.id] = zone.kind === 'set' ? drawn.sort((a, b) => a - b) : drawn;
  }
  return numbers;
}

const descriptions = new Map();
async function zonesOf(code, hash) {
  if (!descriptions.has(hash)) descriptions.set(hash, (await json(`/descriptions/game/${code}.${hash}.json`)).draw.zones);
  return descriptions.get(hash);
}

async function faultOf(result) {
  const seed = Buffer.from(result.proof.seed, 'hex');
  if (seed.length !== 32) return 'the seed is not 32 bytes';
  if (createHash('sha256').update(seed).digest('hex') !== result.proof.commit) return 'the seed is not the one that was committed to';
  const zones = await zonesOf(result.gameCode, result.hash);
  const numbers = draw(zones, stream(result.gameCode, result.issue, seed));
  for (const zone of zones) {
    if (JSON.stringify(numbers[zone.id]) !== JSON.stringify(result.numbers[zone.id]))
      return `the seed makes ${zone.id} ${numbers[zone.id]}, published is ${result.numbers[zone.id]}`;
  }
  return undefined;
}

const games = (await json('/descriptions/index.json')).games
  .map((game) => game.code)
  .filter((code) => wanted.length === 0 || wanted.includes(code));
let faults = 0;
for (const code of games) {
  let checked = 0;
  let cursor = '';
  do {
    const { models } = await json(`/api/lotteryresult/list?gameCode=${code}&size=50&cursor=${encodeURIComponent(cursor)}`);
    for (const result of models.items) {
      const fault = await faultOf(result);
      checked++;
      if (fault === undefined) continue;
      faults++;
      console.log(`${code} ${result.issue}: ${fault}`);
    }
    cursor = models.next ?? '';
  } while (cursor !== '');
  console.log(`${code}: ${checked} draws checked`);
}
console.log(faults === 0 ? 'all draws check out' : `${faults} draws do not check out`);
process.exit(faults === 0 ? 0 : 1);
