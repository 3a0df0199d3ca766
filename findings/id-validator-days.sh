#!/usr/bin/env bash
# id-validator 1.3.0, a Chinese identity number with a day that no calendar has.
# Expected: 30 February, 31 April and 29 February 1900 are refused, since month 13 is.
# Happens: each is valid when its check digit fits, and getInfo gives the birthday '1990-02-30'.
# Matters: JavaScript reads that birthday as 2 March and PostgreSQL refuses it, so an age check and the database disagree.
# The numbers below are made up by the script; the check digit is computed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts id-validator@1.3.0

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Validator from 'id-validator';

const { version } = JSON.parse(readFileSync('node_modules/id-validator/package.json', 'utf8'));
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const withDigit = (body) => body + '10X98765432'[weights.reduce((sum, weight, i) => sum + weight * Number(body[i]), 0) % 11];
const validator = new Validator();
const days = ['19900228', '19900230', '19900431', '19000229', '19901301'];
const seen = days.map((day) => {
  const number = withDigit(`110101${day}001`);
  return { day, valid: validator.isValid(number), birth: validator.getInfo(number).birth };
});
console.log(`id-validator ${version}`);
for (const { day, valid, birth } of seen) console.log(`${day}: ${valid ? `valid, born ${birth}` : 'refused'}`);
if (seen.map(({ valid }) => valid).join() !== 'true,true,true,true,false' || seen[1].birth !== '1990-02-30') {
  console.error('changed: id-validator no longer takes 30 February for a birthday');
  process.exit(1);
}
JS
node probe.mjs
