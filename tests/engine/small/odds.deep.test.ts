/** Runs odds.test.ts as a deep test, with the full number of random cases (tests/engine/rules/support/runs.ts). */
import './odds.test.ts';
