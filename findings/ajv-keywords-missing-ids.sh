#!/usr/bin/env bash
# ajv-keywords 5.1.0 with ajv 8.20.0, uniqueItemProperties.
# Expected: items without the property are left out of the comparison; the readme lists such a list as valid data.
# Happens: two items that both lack the property count as a duplicate, and so do two with null. One such item passes.
# Matters: a list of prizes or matches with an optional code is refused as soon as the second entry has no code.
# Each listed property must be unique by itself; a pair of properties is not compared as a pair.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 ajv-keywords@5.1.0

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import keywords from 'ajv-keywords';

const { version } = JSON.parse(readFileSync('node_modules/ajv-keywords/package.json', 'utf8'));
const ajv = new Ajv.default();
keywords.default(ajv);
const check = ajv.compile({ type: 'array', uniqueItemProperties: ['id', 'name'], items: { type: 'object' } });
const lists = [
  [{ id: 1 }, { id: 2 }, { id: 3 }],
  [{ id: 1 }, { id: 2, name: 'a' }],
  [{ id: 1, name: null }, { id: 2, name: null }],
  [{ id: 1, name: 'a' }, { id: 2, name: 'b' }],
];
const seen = lists.map((list) => check(list));
console.log(`ajv-keywords ${version}, uniqueItemProperties: id, name`);
lists.forEach((list, i) => console.log(`${JSON.stringify(list)}: ${seen[i] ? 'valid' : 'refused'}`));
if (seen.join() !== 'false,true,false,true') {
  console.error('changed: uniqueItemProperties no longer takes missing properties for equal');
  process.exit(1);
}
JS
node probe.mjs
