#!/usr/bin/env bash
# js-combinatorics 2.1.4, the order of BaseN and CartesianProduct.
# Expected: all classes count like a dictionary, as Combination and Permutation do, so item 123 of three digits is 1 2 3.
# Happens: BaseN and CartesianProduct turn the FIRST place fastest: item 123 is 3 2 1.
# Matters: a ticket number that is turned into digits by at(n) is the mirrored number, and pages of all numbers are out of order.
# The readme's listing shows the order without a word; tests with counts, sets or palindromes do not see it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts js-combinatorics@2.1.4

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { BaseN, CartesianProduct, Combination, Permutation } from 'js-combinatorics';

const { version } = JSON.parse(readFileSync('node_modules/js-combinatorics/package.json', 'utf8'));
const words = (items) => [...items].map((item) => item.join('')).join(' ');
const digits = new BaseN([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3);
const seen = {
  'BaseN, item 123': digits.at(123).join(''),
  'CartesianProduct of ab and xy': words(new CartesianProduct('ab', 'xy')),
  'Combination of abc by 2': words(new Combination('abc', 2)),
  'Permutation of abc by 2': words(new Permutation('abc', 2)),
};
console.log(`js-combinatorics ${version}`);
for (const [name, text] of Object.entries(seen)) console.log(`${name}: ${text}`);
if (Object.values(seen).join('; ') !== '321; ax bx ay by; ab ac bc; ab ac ba bc ca cb') {
  console.error('changed: BaseN and CartesianProduct no longer turn the first place fastest');
  process.exit(1);
}
JS
node probe.mjs
