/** The same with the full amount of chance (tests/engine/rules/support/runs.ts). */
import './withdrawals.test.ts';
