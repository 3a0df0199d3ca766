#!/usr/bin/env bash
# brackets-manager 1.11.1, the final standings of a round robin.
# Expected: teams with equal points are parted by goal difference, and after two seconds comes a fourth.
# Happens: equal points share a rank whatever the goals, though scoreDifference is in the answer, and the next rank is not left out.
# So a team with +4 and one with -4 are both second, and the last of four teams is third.
# Matters: bets on a place in the group would be settled on the wrong places.
# A rankingFormula can add the goals to the points, but then they must be scaled by hand.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts brackets-manager@1.11.1 brackets-memory-db@1.0.6

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';

const { version } = JSON.parse(readFileSync('node_modules/brackets-manager/package.json', 'utf8'));
const storage = new InMemoryDatabase();
const manager = new BracketsManager(storage);
await manager.create.stage({
  name: 'group',
  tournamentId: 0,
  type: 'round_robin',
  seeding: ['A', 'B', 'C', 'D'],
  settings: { groupCount: 1 },
});
const names = new Map((await storage.select('participant')).map(({ id, name }) => [id, name]));
const goals = { AB: [5, 0], AC: [0, 1], AD: [1, 1], BC: [1, 0], BD: [0, 0], CD: [0, 3] };
for (const { id, opponent1, opponent2 } of await storage.select('match')) {
  const [one, two] = [names.get(opponent1.id), names.get(opponent2.id)];
  const [a, b] = goals[one + two] ?? goals[two + one].toReversed();
  const result = (mine, other) => (mine > other ? 'win' : mine < other ? 'loss' : 'draw');
  await manager.update.match({ id, opponent1: { score: a, result: result(a, b) }, opponent2: { score: b, result: result(b, a) } });
}
const standings = await manager.get.finalStandings(0, { rankingFormula: ({ wins, draws }) => 3 * wins + draws });
console.log(`brackets-manager ${version}`);
for (const { rank, name, points, scoreDifference } of standings) console.log(`${rank}. ${name}: ${points} points, goals ${scoreDifference}`);
if (standings.map(({ rank, name, scoreDifference }) => `${rank}${name}${scoreDifference}`).join(' ') !== '1D3 2A4 2B-4 3C-3') {
  console.error('changed: equal points no longer share a rank with the next one following at once');
  process.exit(1);
}
JS
node probe.mjs
