/** The same on PostgreSQL as well (tests/server/support/sport-stage.ts). */
import './follow.test.ts';
