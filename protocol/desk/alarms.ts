/** Alarms (告警) on the desk: what is so now and what was raised lately, by all processes together. */
import { count, flag, instant, list, object, oneOf, orNull, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';

const alarm = {
  code: text('Its name in the log, in /metrics and in the handbook.'),
  severity: oneOf(['critical', 'warning']),
  title: text(),
  means: text('What it means, in one sentence.'),
  todo: text('What to do.'),
  active: count('Number of things to which the alarm applies now. 0: the alarm is an event, or is over.'),
  since: orNull(instant('Unix ms of the real clock when it began.'), 'null: it is an event, or is over.'),
  day: count('Times it was raised in the last 24 hours, counted in whole hours.'),
  week: count('Times it was raised in the last seven days, counted in whole hours.'),
  at: orNull(instant('Unix ms of the real clock when it was last raised.'), 'null: more than seven days ago.'),
  detail: text('The message in the log; empty if there is none.'),
};
const alarmExample = {
  code: 'issue-quarantined',
  severity: 'critical',
  title: '有一期进了隔离区',
  means: '有一期不能截止、开奖或结算，其他期次照常。',
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
    now: list(object(alarm), 'Active alarms, and critical events of the last hour. Critical ones come first.'),
    lately: list(object(alarm), 'Alarms of the last seven days that are no longer active. Critical ones come first.'),
    mayQuarantine: flag('Whether the role may open the quarantine, where an operator resolves two of the alarms.'),
  }),
  example: { fields: {}, models: { now: [alarmExample], lately: [], mayQuarantine: true } },
});
