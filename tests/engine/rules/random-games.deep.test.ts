/** Runs the imported test file with the full number of random cases (tests/engine/rules/support/runs.ts). */
import './random-games.test.ts';
