#!/usr/bin/env bash
# ajv-keywords 5.1.0 with ajv 8.20.0, transform before const and before enum.
# Expected: const: "ssq" and enum: ["ssq"] mean the same, so ' SSQ ' with trim and toLowerCase passes both.
# Happens: enum and minLength see the changed text, const sees the text as it came and refuses it.
# With allErrors the data is changed all the same: after the refusal it holds 'ssq', and a second run of the check passes.
# Matters: kinds of games are told apart by const in a union, so a schema that grows from one kind to two changes what it takes.
# Source: the keyword is registered to run before enum only.
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
const ajv = new Ajv.default({ allErrors: true });
keywords.default(ajv);
const rules = { enum: { enum: ['ssq'] }, maxLength: { maxLength: 3 }, const: { const: 'ssq' } };
const seen = Object.entries(rules).map(([name, rule]) => {
  const check = ajv.compile({
    type: 'object',
    properties: { game: { type: 'string', transform: ['trim', 'toLowerCase'], ...rule } },
  });
  const data = { game: ' SSQ ' };
  const first = check(data);
  const between = data.game;
  return { name, first, between, second: check(data) };
});
console.log(`ajv-keywords ${version}, ' SSQ ' with trim and toLowerCase`);
for (const { name, first, between, second } of seen)
  console.log(`${name}: first ${first ? 'valid' : 'refused'}, data '${between}', second ${second ? 'valid' : 'refused'}`);
if (seen.map(({ first, between, second }) => `${first} ${between} ${second}`).join() !== 'true ssq true,true ssq true,false ssq true') {
  console.error('changed: const no longer sees the text before transform');
  process.exit(1);
}
JS
node probe.mjs
