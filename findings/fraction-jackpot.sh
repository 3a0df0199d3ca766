#!/usr/bin/env bash
# fraction.js 5.3.4, a number smaller than one in ten million.
# Expected: new Fraction(1 / 17721088) is 1/17721088, since 1/6 or 1/8860544 come back exactly.
# Happens: it is 0. The search for a nearby fraction stops at denominators of ten million; 1/10000001 becomes 1/10000000.
# Matters: the top prize of a 6-of-33 + 1-of-16 game has this chance, so its share of the expected return vanishes.
# A caller must pass new Fraction(1, 17721088). The readme warns of large numbers with many digits, not of small ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fraction.js@5.3.4

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Fraction from 'fraction.js';

const { version } = JSON.parse(readFileSync('node_modules/fraction.js/package.json', 'utf8'));
const seen = [6, 8860544, 10000001, 17721088].map((n) => `1/${n} as a number: ${new Fraction(1 / n).toFraction()}`);
const share = new Fraction(1 / 17721088).mul(5000000).toFraction();
console.log(`fraction.js ${version}\n${seen.join('\n')}\nexpected return of a prize of 5000000: ${share}`);
const exact = new Fraction(1, 17721088).toFraction();
if (new Fraction(1 / 17721088).toFraction() !== '0' || new Fraction(1 / 8860544).toFraction() !== '1/8860544' || exact !== '1/17721088') {
  console.error('changed: fraction.js no longer turns the number 1/17721088 into 0');
  process.exit(1);
}
JS
node probe.mjs
