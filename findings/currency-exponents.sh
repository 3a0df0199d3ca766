#!/usr/bin/env bash
# currency.js 2.0.4, a text with an exponent.
# Expected: '1.5E+08' is 150000000, as Number reads it, or an error; errorOnInvalid is there for the latter.
# Happens: letters and plus signs are taken out first, so 1.5E+08 is 1.508 and rounds to 1.51. errorOnInvalid does not object.
# Matters: a spreadsheet that saves a sales or pool column as CSV writes large amounts in this form.
# The number 1.5e8 itself is read right; only the text is changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts currency.js@2.0.4

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import currency from 'currency.js';

const { version } = JSON.parse(readFileSync('node_modules/currency.js/package.json', 'utf8'));
const read = (value) => currency(value, { errorOnInvalid: true }).value;
const values = ['150000000', 1.5e8, '1.5E+08', '1e3', '7.5e2'];
const seen = values.map(read);
console.log(`currency.js ${version}, errorOnInvalid`);
values.forEach((value, i) => console.log(`${JSON.stringify(value)}: ${seen[i]}`));
if (seen.join() !== '150000000,150000000,1.51,13,7.52') {
  console.error("changed: currency('1.5E+08') no longer drops the exponent sign");
  process.exit(1);
}
JS
node probe.mjs
