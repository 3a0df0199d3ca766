#!/usr/bin/env bash
# nzh 1.0.14, decodeS with numbers as people say them.
# Expected: 两百 is 200, 一百二 is 120, 一万五 is 15000, or an error for a word that the package does not know.
# Happens: 0, 102 and 10005, without an error: 两 counts as nothing, and a last digit without a unit counts as ones.
# Matters: a stake or a multiple that is spoken or typed this way becomes another stake.
# The formal numbers (二百, 一百二十, 一万五千) all come back right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nzh@1.0.14

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Nzh from 'nzh';

const { version } = JSON.parse(readFileSync('node_modules/nzh/package.json', 'utf8'));
const { cn } = Nzh.default ?? Nzh;
const words = ['二百', '两百', '一百二十', '一百二', '一万五千', '一万五'];
const seen = words.map((word) => Number(cn.decodeS(word)));
console.log(`nzh ${version}`);
words.forEach((word, i) => console.log(`${word}: ${seen[i]}`));
if (seen.join() !== '200,0,120,102,15000,10005') {
  console.error('changed: decodeS no longer reads 两百, 一百二 and 一万五 as 0, 102 and 10005');
  process.exit(1);
}
JS
node probe.mjs
