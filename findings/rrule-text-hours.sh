#!/usr/bin/env bash
# rrule 2.8.1, RRule.fromText and toText with times of the day.
# Expected: 'at 9pm' is 21 o'clock, 'at 21:15' is a quarter past nine in the evening, or a refusal; toText gives the rule back.
# Happens: 'at 9pm' becomes hour 9 in the morning, 'at 21:15' loses its minutes, both without an error.
# toText leaves the hours out for a rule on weekdays: 'every weekday at 9 and 21' comes back as 'every weekday'.
# Matters: an operator who types a draw schedule and reads it back as text sees nothing of the twelve hours between.
# 'every day at 21' and the days of the week are right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import rrule from 'rrule';

const { version } = JSON.parse(readFileSync('node_modules/rrule/package.json', 'utf8'));
const texts = ['every day at 21', 'every week on Tuesday at 9pm', 'every day at 21:15', 'every weekday at 9 and 21'];
const seen = texts.map((text) => {
  const rule = rrule.RRule.fromText(text);
  return `${rule.toString().replace('RRULE:', '')} = ${rule.toText()}`;
});
console.log(`rrule ${version}`);
texts.forEach((text, i) => console.log(`${text}: ${seen[i]}`));
const wanted = [
  'FREQ=DAILY;BYHOUR=21 = every day at 21',
  'FREQ=WEEKLY;BYDAY=TU;BYHOUR=9 = every week on Tuesday at 9',
  'FREQ=DAILY;BYHOUR=21 = every day at 21',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,21 = every weekday',
];
if (seen.join() !== wanted.join()) {
  console.error('changed: fromText or toText now treats pm, minutes or the hours of weekdays otherwise');
  process.exit(1);
}
JS
node probe.mjs
