#!/usr/bin/env bash
# seedrandom 3.0.5, seeds with Chinese characters.
# Expected: two different seed strings give two different streams.
# Happens: only the low eight bits of each character count, so 龙 and 蒙, 红 and 客, 杨 and 周 give the same stream.
# Matters: a demonstration draw or a shuffle that is seeded by a Chinese name repeats the numbers of another name.
# Source: the function that mixes the key adds charCodeAt and masks with 255. A hash of the UTF-8 bytes avoids it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts seedrandom@3.0.5

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';

const { version } = JSON.parse(readFileSync('node_modules/seedrandom/package.json', 'utf8'));
const stream = (seed) => {
  const next = seedrandom(seed);
  return Array.from({ length: 6 }, () => 1 + Math.floor(next() * 33)).join(' ');
};
const pairs = [['龙', '蒙'], ['红队', '客队'], ['杨先生', '周先生'], ['甲', '乙']];
const seen = pairs.map(([a, b]) => ({ a, b, one: stream(a), two: stream(b) }));
console.log(`seedrandom ${version}`);
for (const { a, b, one, two } of seen) console.log(`${a}: ${one} | ${b}: ${two} | ${one === two ? 'same' : 'different'}`);
if (seen.map(({ one, two }) => one === two).join() !== 'true,true,true,false') {
  console.error('changed: seedrandom no longer joins seeds that differ above the low eight bits');
  process.exit(1);
}
JS
node probe.mjs
