/** The same for every family (tests/engine/rules/support/runs.ts). */
import './games-new.test.ts';
