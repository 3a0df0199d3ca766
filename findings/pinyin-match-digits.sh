#!/usr/bin/env bash
# pinyin-match 1.2.10, names with a digit, as many lottery games have (快乐8, 11选5, 福彩3D).
# Expected: full pinyin with the digit finds the name, since full pinyin of a name without a digit does, and initials with the digit do.
# Happens: 快乐8 is found by kl8 and by kuaile, and not by kuaile8; 11选5 by 11x5, and not by 11xuan5. A letter goes: A股 is found by agu.
# Matters: a player who types the whole name of a game with a pinyin keyboard finds nothing. The readme names no such limit.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pinyin-match@1.2.10

cat >probe.cjs <<'JS'
const PinyinMatch = require('pinyin-match');

const { version } = require('pinyin-match/package.json');
const asked = [
  ['双色球', 'shuangseqiu'],
  ['快乐8', 'kl8'],
  ['快乐8', 'kuaile'],
  ['快乐8', 'kuaile8'],
  ['11选5', '11x5'],
  ['11选5', '11xuan5'],
  ['福彩3D', 'fc3d'],
  ['福彩3D', 'fucai3d'],
  ['A股', 'agu'],
];
const seen = asked.map(([name, typed]) => `${name} ${typed}: ${PinyinMatch.match(name, typed) ? 'found' : 'not found'}`);
console.log([`pinyin-match ${version}`, ...seen].join('\n'));
const expected = ['found', 'found', 'found', 'not found', 'found', 'not found', 'found', 'not found', 'found'];
if (version !== '1.2.10' || seen.some((line, at) => !line.endsWith(`: ${expected[at]}`))) {
  console.error('changed: names with a digit are found otherwise');
  process.exit(1);
}
JS
node probe.cjs
