import { inOrder } from './statements.ts';

/**
 * What was raised, for operators who read it on the desk: a process alone knows only of its own (server/watch/alarm-keeper.ts). Instants are
 * unix ms of the real clock, the database's, so that processes whose clocks differ agree.
 */
export const alarms = inOrder([
  // One row for each alarm and hour, by all processes together: however often a thing fails, there are no more rows of it.
  `CREATE TABLE alarm_hours (
     name text NOT NULL,
     hour bigint NOT NULL,
     count int NOT NULL,
     at bigint NOT NULL,
     detail text NOT NULL,
     PRIMARY KEY (hour, name))`,
  // What lasts, as each process says it. A process that is there says it again and again; the word of one that is gone counts no longer.
  `CREATE TABLE alarm_states (
     process text NOT NULL,
     name text NOT NULL,
     active int NOT NULL,
     detail text NOT NULL,
     since bigint NOT NULL,
     seen_at bigint NOT NULL,
     PRIMARY KEY (process, name))`,
  // Both are forgotten by their age.
  'CREATE INDEX alarm_states_by_seen ON alarm_states (seen_at)',
]);
