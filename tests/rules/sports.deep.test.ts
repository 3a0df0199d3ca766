/** The same with the full amount of chance (tests/rules/support/runs.ts). */
import './sports.test.ts';
