#!/usr/bin/env bash
# card-validator 10.0.4, a card of China's largest bank (工商银行) with the old prefix 9558.
# Expected: a number of 19 digits with the right check digit is valid, or at least possible, and of UnionPay like the bank's 6222 cards.
# Happens: it is invalid and not possible either, whatever its check digit; bankcardinfo 2.0.6 names its bank.
# Matters: a form of withdrawals that asks this package refuses cards that are in use. The numbers here are made up.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts card-validator@10.0.4 bankcardinfo@2.0.6

cat >probe.cjs <<'JS'
const { number } = require('card-validator');
const { getBankBin } = require('bankcardinfo');

/** Nineteen digits with the check digit of Luhn. */
function cardOf(prefix) {
  const digits = `${prefix}100100100100`;
  const sum = [...`${digits}0`].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

(async () => {
  const seen = [];
  for (const prefix of ['622202', '955880']) {
    const card = cardOf(prefix);
    const { isValid, isPotentiallyValid, card: known } = number(card);
    const { bankName } = await getBankBin(card);
    seen.push(`${card} ${bankName}: valid ${isValid}, possible ${isPotentiallyValid}, ${known?.type ?? 'no type'}`);
  }
  console.log(['card-validator 10.0.4, bankcardinfo 2.0.6', ...seen].join('\n'));
  const expected = ['中国工商银行: valid true, possible true, unionpay', '中国工商银行: valid false, possible false, no type'];
  if (seen.some((line, at) => !line.endsWith(expected[at]))) {
    console.error('changed: the prefix 9558 is judged otherwise');
    process.exit(1);
  }
})();
JS
node probe.cjs
