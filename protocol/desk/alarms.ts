/** Alarms (告警) on the desk: what is so now and what was raised lately, by all processes together. */
import { count, flag, instant, list, object, oneOf, orNull, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';

const alarm = {
  code: text('Its name in the log, in /metrics and in the handbook.'),
  severity: oneOf(['critical', 'warning']),
  title: text(),
  means: text('What it means, in one sentence.'),
  todo: text('What to do.'),
  active: count('How many things are so now; 0: it is an event, or over.'),
  since: orNull(instant('Unix ms of the real clock, since when it lasts.'), 'null: it does not last.'),
  day: count('Times raised in the last 24 hours, by the hour.'),
  week: count('Times raised in the last seven days, by the hour.'),
  at: orNull(instant('Unix ms of the real clock, when it was raised last.'), 'null: longer ago than seven days.'),
  detail: text('What the log says of it, in the words of the log; empty: nothing.'),
};
const alarmExample = {
  code: 'issue-quarantined',
  severity: 'critical',
  title: '有一期进了隔离区',
  means: '有一期不能截止、开奖或结算，其余照常。',
  todo: '到隔离区看原因。',
  active: 1,
  since: null,
  day: 1,
  week: 2,
  at: 1_795_300_000_000,
  detail: 'ssq 2026139, draw: no description',
} as const;

export const deskAlarms = deskCall({
  method: 'GET',
  path: '/operator/api/desk/alarms',
  summary: '告警：现在的和最近七天的，严重的在前',
  right: 'alarms',
  fields: {},
  answer: object({
    now: list(object(alarm), 'What lasts, and critical events of the last hour. Critical first.'),
    lately: list(object(alarm), 'What was raised in the last seven days and is not so now. Critical first.'),
    mayQuarantine: flag('Whether the role may open the quarantine, where two of the alarms are dealt with.'),
  }),
  example: { fields: {}, models: { now: [alarmExample], lately: [], mayQuarantine: true } },
});
