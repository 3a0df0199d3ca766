#!/usr/bin/env bash
# date-holidays 3.37.0, public holidays of China in 2026.
# Expected: the days of the rule in force since 2025: new year's eve to 初三 (16 to 19 February) and 1 to 2 May.
# Happens: 19 February and 2 May are missing. 1 June, half of 8 March, 4 May and 1 August are 'public', though only some people are off.
# Matters: sales days and payment dates that ask isHoliday(...).type === 'public' close on children's day and open on 2 May.
# Source: 全国年节及纪念日放假办法 as amended in November 2024, articles 2 and 3.
# Breaks with moved working days (调休) are not known to the package at all.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Holidays from 'date-holidays';

const { version } = JSON.parse(readFileSync('node_modules/date-holidays/package.json', 'utf8'));
const calendar = new Holidays('CN');
const kind = (day) => (calendar.isHoliday(new Date(`2026-${day}T15:00:00+08:00`)) || [{ type: 'none' }])[0].type;
const days = ['02-16', '02-17', '02-18', '02-19', '05-01', '05-02', '06-01', '03-08'];
const seen = days.map(kind);
console.log(`date-holidays ${version}, China, 2026 at 15:00`);
days.forEach((day, i) => console.log(`${day}: ${seen[i]}`));
if (seen.join() !== 'public,public,public,none,public,none,public,public') {
  console.error('changed: date-holidays now has other public holidays for China in 2026');
  process.exit(1);
}
JS
node probe.mjs
