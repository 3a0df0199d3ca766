#!/usr/bin/env bash
# nzh 1.0.14, toMoney with an amount as text.
# Expected: '10.00' and 10 give the same words, 人民币壹拾元整.
# Happens: the text '10.00' loses the closing 整 (人民币壹拾元); 整 is written only where the text has no decimal places.
# Matters: amounts come as text from toFixed(2), from decimal libraries and from numeric columns of a database.
# Source of the rule: 正确填写票据和结算凭证的基本规定 asks for 整 where the amount ends at 元.
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
const amounts = [10, '10', '10.00', (100).toFixed(2)];
const seen = amounts.map((amount) => cn.toMoney(amount));
console.log(`nzh ${version}`);
amounts.forEach((amount, i) => console.log(`${JSON.stringify(amount)}: ${seen[i]}`));
if (seen.join() !== '人民币壹拾元整,人民币壹拾元整,人民币壹拾元,人民币壹佰元') {
  console.error("changed: toMoney('10.00') no longer leaves 整 out");
  process.exit(1);
}
JS
node probe.mjs
