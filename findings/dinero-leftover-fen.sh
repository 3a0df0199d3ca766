#!/usr/bin/env bash
# dinero.js 2.0.2, allocate and the fen that are left over.
# Expected: 5 fen by 1 : 2 : 3 (exact 0.83, 1.67, 2.50) are 1, 2, 2: the rest goes to the largest remainders, or in order.
# Happens: 0, 2, 3. The rest goes to the largest RATIOS, however near to a whole fen the small shares are.
# Matters: in a group purchase the holder of the most shares gains from every prize, and the smallest never gets a spare fen.
# Source: the code sorts the ratios downwards before it hands out the rest; version 1.9.1 went in order (1, 2, 2).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts dinero.js@2.0.2

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { allocate, dinero, toSnapshot } from 'dinero.js';
import { CNY } from 'dinero.js/currencies';

const { version } = JSON.parse(readFileSync('node_modules/dinero.js/package.json', 'utf8'));
const split = (amount, ratios) => allocate(dinero({ amount, currency: CNY }), ratios).map((part) => toSnapshot(part).amount);
const cases = [[5, [1, 2, 3]], [5, [3, 2, 1]], [199, [1, 98, 101]]];
const seen = cases.map(([amount, ratios]) => split(amount, ratios).join(' '));
console.log(`dinero.js ${version}`);
cases.forEach(([amount, ratios], i) => {
  const total = ratios.reduce((sum, ratio) => sum + ratio, 0);
  console.log(`${amount} by ${ratios.join(':')}: ${seen[i]} (exact ${ratios.map((ratio) => ((amount * ratio) / total).toFixed(3)).join(' ')})`);
});
if (seen.join('; ') !== '0 2 3; 3 2 0; 0 98 101') {
  console.error('changed: allocate no longer gives the rest to the largest ratios');
  process.exit(1);
}
JS
node probe.mjs
