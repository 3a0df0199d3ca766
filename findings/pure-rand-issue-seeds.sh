#!/usr/bin/env bash
# pure-rand 8.4.2, generators seeded with neighbouring issue numbers.
# Expected: the first numbers drawn from the seeds n, n+1 and n+2 have nothing to do with each other.
# Happens: with xoroshiro128plus and xorshift128plus the first number of 1 to 33 goes down by exactly one from seed to seed.
# mersenne shows no such walk. xoroshiro128plus puts the seed into its state unmixed; its first output is the seed's complement.
# Matters: a demonstration game with one generator an issue shows 3, 2, 1, 33, 32 as first balls of its issues.
# A caller can hash the seed, use mersenne, or throw the first outputs away.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pure-rand@8.4.2

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus';

const { version } = JSON.parse(readFileSync('node_modules/pure-rand/package.json', 'utf8'));
const firsts = (generator) => Array.from({ length: 30 }, (_, i) => uniformInt(generator(2026001 + i), 1, 33));
const walks = (list) => list.every((n, i) => i === 0 || (list[i - 1] - n + 33) % 33 === 1);
const seen = Object.entries({ xoroshiro128plus, xorshift128plus, mersenne }).map(([name, generator]) => [name, firsts(generator)]);
console.log(`pure-rand ${version}, first of 1 to 33 for the seeds 2026001 to 2026030`);
for (const [name, list] of seen) console.log(`${name}: ${list.join(' ')}`);
if (seen.map(([, list]) => walks(list)).join() !== 'true,true,false') {
  console.error('changed: the first numbers of neighbouring seeds no longer walk down by one');
  process.exit(1);
}
JS
node probe.mjs
