/** The same with small pages and every day (tests/engine/rules/support/runs.ts). */
import './order-days.test.ts';
