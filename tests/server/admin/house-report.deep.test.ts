/** The same on PostgreSQL as well (tests/server/support/sport-stage.ts). */
import './house-report.test.ts';
