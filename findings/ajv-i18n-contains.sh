#!/usr/bin/env bash
# ajv-i18n 4.2.0 with ajv 8.20.0, Chinese texts for contains and unevaluatedItems.
# Expected: the Chinese text says what the English one says, with its numbers.
# Happens: 'at least 2 and no more than 3' becomes 'should contain one valid item', also for a list that has too MANY of them.
# For unevaluatedItems: false the text says 'no more than undefined items'.
# Matters: these keywords state how many of the chosen numbers may be bankers (胆); the player is told the opposite of the rule.
# The other keywords tried (type, enum, required, dependentRequired, discriminator and more) keep their numbers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 ajv-i18n@4.2.0

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import localize from 'ajv-i18n';

const { version } = JSON.parse(readFileSync('node_modules/ajv-i18n/package.json', 'utf8'));
const ajv = new Ajv.default({ strict: false });
const texts = (schema, data) => {
  const check = ajv.compile(schema);
  check(data);
  const english = check.errors[0].message;
  localize.zh(check.errors);
  return { english, chinese: check.errors[0].message.trim() };
};
const bankers = { contains: { const: '胆' }, minContains: 2, maxContains: 3 };
const seen = [
  texts(bankers, ['胆']),
  texts(bankers, ['胆', '胆', '胆', '胆']),
  texts({ prefixItems: [{}], unevaluatedItems: false }, [1, 2]),
];
console.log(`ajv-i18n ${version}`);
for (const { english, chinese } of seen) console.log(`${english}: ${chinese}`);
const wrong = [['2', '3'], ['2', '3']].every((numbers, i) => numbers.every((n) => seen[i].english.includes(n) && !seen[i].chinese.includes(n)));
if (!wrong || !seen[2].chinese.includes('undefined')) {
  console.error('changed: the Chinese texts of contains and unevaluatedItems now carry their numbers');
  process.exit(1);
}
JS
node probe.mjs
