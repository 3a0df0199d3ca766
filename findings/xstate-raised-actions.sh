#!/usr/bin/env bash
# xstate 5.33.3, the pure transition() and an event raised without delay.
# Expected: transition() returns the actions that are left to do; a raised event has been taken in by then and is not among them.
# Happens: the new state has taken the event, and the returned list still holds xstate.raise for it, beside the delayed ones.
# Only the delay in params tells them apart: it is undefined for what is done.
# Matters: a server that keeps states in a table and works off the list sends the event again, so a stake is counted twice.
# initialTransition() does the same for events raised on entry.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xstate@5.33.3

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { assign, createMachine, initialTransition, raise, transition } from 'xstate';

const { version } = JSON.parse(readFileSync('node_modules/xstate/package.json', 'utf8'));
const machine = createMachine({
  context: { counted: 0 },
  on: {
    BET: { actions: [raise({ type: 'COUNT' }), raise({ type: 'CLOSE' }, { delay: 60000 })] },
    COUNT: { actions: assign({ counted: ({ context }) => context.counted + 1 }) },
  },
});
const [before] = initialTransition(machine);
const [after, actions] = transition(machine, before, { type: 'BET' });
const raised = actions.filter(({ type }) => type === 'xstate.raise').map(({ params }) => params);
const again = raised.reduce((state, { event }) => (event.type === 'COUNT' ? transition(machine, state, event)[0] : state), after);
console.log(`xstate ${version}`);
console.log(`counted in the new state: ${after.context.counted}`);
console.log(`returned: ${raised.map(({ event, delay }) => `raise ${event.type} (delay ${delay})`).join(', ')}`);
console.log(`counted after the list is worked off: ${again.context.counted}`);
const list = raised.map(({ event, delay }) => `${event.type} ${delay}`).join();
if (after.context.counted !== 1 || list !== 'COUNT undefined,CLOSE 60000' || again.context.counted !== 2) {
  console.error('changed: transition() no longer returns events that it has already taken in');
  process.exit(1);
}
JS
node probe.mjs
