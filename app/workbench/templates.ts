/**
 * An event of every kind that a machine answers to, complete and ready to be sent: its data is taken from the machine's own context
 * where possible, so that the event does something. A machine that gains an event does not compile until it has one more here.
 */
import type { AnyMachineSnapshot } from 'xstate';
import type { SelectionContext, SelectionEvent } from '../../engine/machines/ball-selection.ts';
import type { SlipContext, SlipEvent } from '../../engine/machines/bet-slip.ts';
import type { ChaseContext, ChaseEvent } from '../../engine/machines/chase.ts';
import type { ChunkEvent } from '../../engine/machines/chunk-load.ts';
import type { ClockContext, ClockEvent } from '../../engine/machines/draw-clock.ts';
import type { StageContext, StageEvent } from '../../engine/machines/draw-stage.ts';
import type { BallContext, BallEvent } from '../../engine/machines/floating-ball.ts';
import type { FrameContext, FrameEvent } from '../../engine/machines/frame-page.ts';
import type { MatchPicksContext, MatchPicksEvent, SoldMatch } from '../../engine/machines/match-picks.ts';
import type { MatchSlipContext, MatchSlipEvent } from '../../engine/machines/match-slip.ts';
import type { TransitionEvent } from '../../engine/machines/page-transition.ts';
import type { PullContext, PullEvent } from '../../engine/machines/pull-panel.ts';
import type { RequestEvent } from '../../engine/machines/request.ts';
import type { ScratchEvent } from '../../engine/machines/scratch-card.ts';
import type { SessionEvent } from '../../engine/machines/session.ts';
import type { SmallPlayContext, SmallPlayEvent } from '../../engine/machines/small-play.ts';
import type { SpeedTestContext, SpeedTestEvent } from '../../engine/machines/speed-test.ts';
import type { StartUpEvent } from '../../engine/machines/start-up.ts';
import type { SubmissionContext, SubmissionEvent } from '../../engine/machines/submission.ts';
import type { TutorialContext, TutorialEvent } from '../../engine/machines/tutorial.ts';
import type { TraceEvent } from '../../engine/replay/index.ts';

type Templates<E extends { readonly type: string }, C = unknown> = {
  readonly [T in E['type']]: (context: C, now: number) => Extract<E, { readonly type: T }>;
};

const USER = { Mid: '[redacted]', UserName: '[redacted]', GameTransferPermission: true };

const areaOf = ({ areas }: SelectionContext) => areas[0];
const valueOf = (context: SelectionContext) => {
  const values = areaOf(context)?.values;
  return values === undefined || values === 'entries' ? '1' : 'from' in values ? values.from : (values[0] ?? '');
};
const selection: Templates<SelectionEvent, SelectionContext> = {
  TAP: (context) => ({ type: 'TAP', area: areaOf(context)?.id ?? '', value: valueOf(context) }),
  BANKER_MODE: (context) => {
    const area = context.areas.find(({ bankers }) => bankers) ?? areaOf(context);
    return { type: 'BANKER_MODE', area: area?.id ?? '', on: context.bankerMode[area?.id ?? ''] !== true };
  },
  TOGGLE: (context) => ({ type: 'TOGGLE', area: areaOf(context)?.id ?? '', values: [valueOf(context)] }),
  QUICK: (context) => ({ type: 'QUICK', area: areaOf(context)?.id ?? '', pick: 'all' }),
  REPLACE: ({ picks, bankers }) => ({ type: 'REPLACE', picks, bankers }),
  ENTRIES: (context) => ({ type: 'ENTRIES', area: context.areas.find(({ values }) => values === 'entries')?.id ?? '', values: ['1'] }),
  PLAY: ({ play, areas }) => ({ type: 'PLAY', play, areas, carry: true }),
  BOARD: ({ play, areas, held = {} }) => ({ type: 'BOARD', play, areas, held, changed: true }),
  CLEAR: () => ({ type: 'CLEAR' }),
};

const lineOf = ({ lines, editing }: SlipContext) => (lines.find(({ id }) => id === editing) ?? lines[0])?.line ?? { play: '', picks: {} };
const slip: Templates<SlipEvent, SlipContext> = {
  ADD: (context) => ({ type: 'ADD', lines: [lineOf(context)] }),
  REMOVE: ({ lines }) => ({ type: 'REMOVE', id: lines[0]?.id ?? 1 }),
  CLEAR: () => ({ type: 'CLEAR' }),
  EDIT: ({ lines }) => ({ type: 'EDIT', id: lines[0]?.id ?? 1 }),
  UPDATE: (context) => ({ type: 'UPDATE', line: lineOf(context) }),
  CANCEL_EDIT: () => ({ type: 'CANCEL_EDIT' }),
  MULTIPLIER: ({ multiplier }) => ({ type: 'MULTIPLIER', value: multiplier + 1 }),
  DESCRIPTION: ({ hash, caps }) => ({ type: 'DESCRIPTION', hash: `${hash}'`, caps, invalid: [] }),
  ACCEPT: () => ({ type: 'ACCEPT' }),
  SHOWN: ({ meant }) => ({ type: 'SHOWN', issue: meant ?? '1' }),
  ISSUE: ({ meant }) => ({ type: 'ISSUE', issue: `${meant ?? ''}1` }),
  ACKNOWLEDGE: () => ({ type: 'ACKNOWLEDGE' }),
  PLACED: () => ({ type: 'PLACED' }),
};

const nextIssue = ({ issues }: ChaseContext): string => (issues[1] ?? issues[0])?.issue ?? '1';
const chase: Templates<ChaseEvent, ChaseContext> = {
  ON: () => ({ type: 'ON' }),
  OFF: () => ({ type: 'OFF' }),
  ISSUES: ({ issues }, now) => ({
    type: 'ISSUES',
    issues: issues.length > 0 ? issues : [{ issue: '1', closesAt: now + 60_000, drawsAt: now + 65_000 }],
  }),
  FAILED: () => ({ type: 'FAILED' }),
  RETRY: () => ({ type: 'RETRY' }),
  SALE: (context) => ({ type: 'SALE', issue: nextIssue(context) }),
  COUNT: ({ count }) => ({ type: 'COUNT', value: count + 1 }),
  BASE: ({ base }) => ({ type: 'BASE', value: base + 1 }),
  EVERY: ({ every }) => ({ type: 'EVERY', value: every + 1 }),
  EDIT: (context) => ({ type: 'EDIT', issue: nextIssue(context), multiplier: 2 }),
  STOP_ON_WIN: ({ stopOnWin }) => ({ type: 'STOP_ON_WIN', value: !stopOnWin }),
  CAPS: ({ caps }) => ({ type: 'CAPS', caps }),
  PLACED: () => ({ type: 'PLACED' }),
};

const chunk: Templates<ChunkEvent> = {
  LOAD: () => ({ type: 'LOAD' }),
  LOADED: () => ({ type: 'LOADED' }),
  FAILED: () => ({ type: 'FAILED', eventType: 'error' }),
  DEADLINE: () => ({ type: 'DEADLINE' }),
};

const clock: Templates<ClockEvent, ClockContext> = {
  ISSUE: ({ now }) => ({ type: 'ISSUE', issue: { issue: '1', opensAt: now, closesAt: now + 60_000, drawsAt: now + 65_000 }, now }),
  TICK: ({ now }) => ({ type: 'TICK', now: now + 1_000 }),
  DRAW: ({ issue, awaiting, now }) => ({ type: 'DRAW', issue: (awaiting ?? issue)?.issue ?? '1', now }),
  SETTLED: ({ issue }) => ({ type: 'SETTLED', issue: issue?.issue ?? '1' }),
};

const stage: Templates<StageEvent, StageContext> = {
  EXPECT: ({ issue }) => ({ type: 'EXPECT', issue: issue ?? '1' }),
  DUE: ({ issue }, now) => ({ type: 'DUE', issue: issue ?? '1', now }),
  RESULT: ({ issue }, now) => ({ type: 'RESULT', issue: issue ?? '1', reveals: [500, 1_000], instant: false, now }),
  TICK: ({ startedAt, reveals, shown }) => ({ type: 'TICK', now: startedAt + (reveals[shown] ?? 0) }),
  SKIP: () => ({ type: 'SKIP' }),
  CLOSE: () => ({ type: 'CLOSE' }),
};

const ball: Templates<BallEvent, BallContext> = {
  PRESS: ({ x, y, size }) => ({ type: 'PRESS', x: x + size / 2, y: y + size / 2 }),
  MOVE: ({ press }) => ({ type: 'MOVE', x: (press?.x ?? 0) - 100, y: press?.y ?? 0 }),
  RELEASE: () => ({ type: 'RELEASE' }),
  CANCEL: () => ({ type: 'CANCEL' }),
  TAP_DUE: () => ({ type: 'TAP_DUE' }),
  FADE_DUE: () => ({ type: 'FADE_DUE' }),
  RESIZE: ({ width, height }) => ({ type: 'RESIZE', width: height, height: width }),
  ACTIVATE: () => ({ type: 'ACTIVATE' }),
  KEY: () => ({ type: 'KEY', to: 'left' }),
};

const frame: Templates<FrameEvent, FrameContext> = {
  OPEN: ({ request }) => ({ type: 'OPEN', request: request ?? { title: 'game', url: 'https://games.example/' }, marker: -1 }),
  LOADED: () => ({ type: 'LOADED' }),
  RELOAD: () => ({ type: 'RELOAD' }),
  OPEN_OUTSIDE: () => ({ type: 'OPEN_OUTSIDE' }),
  BACK: () => ({ type: 'BACK' }),
  MESSAGE: ({ origin, rules }) => ({ type: 'MESSAGE', origin, own: true, data: { frame: 1, type: Object.keys(rules.messages)[0] ?? '' } }),
  TURNED: ({ landscape }) => ({ type: 'TURNED', landscape: !landscape }),
};

const playOf = ({ sold, play }: MatchPicksContext) => sold.plays.find(({ code }) => code === play) ?? sold.plays[0];
const soldOf = ({ matches }: MatchPicksContext, now: number): SoldMatch => {
  const {
    picks: _,
    banker: __,
    ...facts
  } = matches[0] ?? {
    match: '1',
    code: '001',
    league: '',
    home: '主',
    away: '客',
    startsAt: now + 3_600_000,
    singleStopsAt: now + 3_000_000,
    passStopsAt: now + 3_000_000,
    numbers: {},
    singles: [],
    picks: {},
  };
  return facts;
};
const matchOf = ({ matches }: MatchPicksContext): string => matches[0]?.match ?? '1';
const picks: Templates<MatchPicksEvent, MatchPicksContext> = {
  TAP: (context, now) => ({
    type: 'TAP',
    match: soldOf(context, now),
    play: playOf(context)?.code ?? '',
    choice: playOf(context)?.choices[0] ?? '',
    odds: '2.00',
  }),
  REMOVE: (context) => ({ type: 'REMOVE', match: matchOf(context) }),
  BANKER: (context) => ({ type: 'BANKER', match: matchOf(context), on: context.matches[0]?.banker !== true }),
  CLEAR: () => ({ type: 'CLEAR' }),
  PLAY: ({ sold, play }) => ({ type: 'PLAY', play: sold.plays.find(({ code }) => code !== play)?.code ?? '' }),
  OFFERS: (context, now) => ({
    type: 'OFFERS',
    offers: [{ ...soldOf(context, now), state: 'selling', closed: [], odds: context.matches[0]?.picks ?? {} }],
    removed: [],
    now,
  }),
  TIME: (_, now) => ({ type: 'TIME', now }),
  SEEN: () => ({ type: 'SEEN', what: 'changes' }),
  PICKS: () => ({ type: 'PICKS', picks: null }),
  DESCRIPTION: ({ hash, sold }) => ({ type: 'DESCRIPTION', hash: `${hash}'`, sold }),
};

const matchSlip: Templates<MatchSlipEvent, MatchSlipContext> = {
  PICKS: ({ legs, late, changes, now }) => ({ type: 'PICKS', matches: [...legs, ...late], changes, now }),
  TIME: ({ now }) => ({ type: 'TIME', now: now + 60_000 }),
  RULES: ({ rules }) => ({ type: 'RULES', rules }),
  PASS: ({ rules }) => ({ type: 'PASS', code: rules.passes[0]?.code ?? '' }),
  PASSES_RESET: () => ({ type: 'PASSES_RESET' }),
  MULTIPLIER: ({ multiplier }) => ({ type: 'MULTIPLIER', value: multiplier + 1 }),
  POLICY: ({ policy }) => ({ type: 'POLICY', policy: policy === 'any' ? 'ask' : 'any' }),
  ACCEPT: () => ({ type: 'ACCEPT' }),
  PLAN: () => ({ type: 'PLAN', plan: { plan: 'average', times: [1], total: 1 } }),
  TIMES: () => ({ type: 'TIMES', at: 0, value: 2 }),
  UNPLAN: () => ({ type: 'UNPLAN' }),
  SAVED: ({ passes, multiplier }) => ({ type: 'SAVED', saved: { passes, multiplier } }),
  SENT: () => ({ type: 'SENT' }),
  PLACED: () => ({ type: 'PLACED' }),
  RETURNED: () => ({ type: 'RETURNED' }),
};

const page: Templates<TransitionEvent> = {
  ARRIVE: () => ({ type: 'ARRIVE', address: '/', direction: 'forward', still: true }),
  MOVED: () => ({ type: 'MOVED' }),
  TAB: () => ({ type: 'TAB', index: 1 }),
};

const pull: Templates<PullEvent, PullContext> = {
  DOWN: ({ lastAt, height }) => ({ type: 'DOWN', y: 100, at: lastAt + 1_000, height: height || 200 }),
  MOVE: ({ lastY, lastAt, wasOpen }) => ({ type: 'MOVE', y: lastY + (wasOpen ? -40 : 40), at: lastAt + 16 }),
  UP: ({ lastAt }) => ({ type: 'UP', at: lastAt + 16 }),
  CANCEL: () => ({ type: 'CANCEL' }),
  MEASURED: ({ height }) => ({ type: 'MEASURED', height: height || 200 }),
  TOGGLE: () => ({ type: 'TOGGLE' }),
  SETTLED: () => ({ type: 'SETTLED' }),
};

const request: Templates<RequestEvent> = {
  SEND: () => ({ type: 'SEND' }),
  ANSWER: () => ({ type: 'ANSWER', answer: { status: 0, models: {}, msg: '' } }),
  FAILED: () => ({ type: 'FAILED' }),
  DEADLINE: () => ({ type: 'DEADLINE' }),
  CANCEL: () => ({ type: 'CANCEL' }),
};

const scratch: Templates<ScratchEvent> = {
  STROKE: () => ({ type: 'STROKE' }),
  CLEARED: () => ({ type: 'CLEARED', permille: 600 }),
  OPEN: () => ({ type: 'OPEN' }),
  RESULT: () => ({ type: 'RESULT', won: true }),
  FAILED: () => ({ type: 'FAILED' }),
  AGAIN: () => ({ type: 'AGAIN' }),
};

const session: Templates<SessionEvent> = {
  RESTORED: (_, now) => ({ type: 'RESTORED', now, autoLogin: false, heartbeatCount: 0, heartbeatTime: 0, offlineMinutes: 0 }),
  PROFILE: () => ({ type: 'PROFILE', user: USER }),
  PROFILE_FAILED: () => ({ type: 'PROFILE_FAILED' }),
  LOGIN_WANTED: () => ({ type: 'LOGIN_WANTED', loginAfter: '/' }),
  LOGGED_IN: (_, now) => ({ type: 'LOGGED_IN', token: '[redacted]', user: USER, autoLogin: false, now }),
  USER: () => ({ type: 'USER', user: USER }),
  LOGOUT: () => ({ type: 'LOGOUT' }),
  LEFT: () => ({ type: 'LEFT' }),
  TOKEN: () => ({ type: 'TOKEN', token: '[redacted]' }),
  FORCED_OUT: () => ({ type: 'FORCED_OUT', message: '[redacted]' }),
  BEAT_DUE: (_, now) => ({ type: 'BEAT_DUE', now }),
  BEAT_DONE: (_, now) => ({ type: 'BEAT_DONE', now }),
  BEAT_FAILED: () => ({ type: 'BEAT_FAILED' }),
};

const codeOf = ({ stakes, last }: SmallPlayContext): string => Object.keys(stakes)[0] ?? Object.keys(last)[0] ?? 'a';
const smallPlay: Templates<SmallPlayEvent, SmallPlayContext> = {
  OFFER: () => ({ type: 'OFFER', play: '1' }),
  STAKE: (context) => ({ type: 'STAKE', code: codeOf(context), fen: 1_000 }),
  SUGGEST: (context) => ({ type: 'SUGGEST', code: codeOf(context), fen: 1_000 }),
  CLEAR: () => ({ type: 'CLEAR' }),
  DOUBLE: () => ({ type: 'DOUBLE', most: 100_000 }),
  REBET: () => ({ type: 'REBET' }),
  PLAY: () => ({ type: 'PLAY' }),
  SERIES: () => ({ type: 'SERIES', count: 5, stopOnWin: false, stopLossFen: 0 }),
  STOP: () => ({ type: 'STOP' }),
  ANSWER: (_, now) => ({ type: 'ANSWER', next: '2', times: [300], netFen: -1_000, instant: false, now }),
  TAKEN: () => ({ type: 'TAKEN' }),
  REFUSED: () => ({ type: 'REFUSED', stale: false }),
  TICK: ({ startedAt, times, shown }) => ({ type: 'TICK', now: startedAt + (times[shown] ?? 0) }),
  SKIP: () => ({ type: 'SKIP' }),
  AGAIN: () => ({ type: 'AGAIN' }),
};

const measuredLine = ({ run, outcomes }: SpeedTestContext) => ({ run, line: Math.max(0, outcomes.indexOf(null)) });
const speedTest: Templates<SpeedTestEvent, SpeedTestContext> = {
  START: () => ({ type: 'START' }),
  MEASURED: (context) => ({ type: 'MEASURED', ...measuredLine(context), ms: 40 }),
  FAILED: (context) => ({ type: 'FAILED', ...measuredLine(context) }),
  DEADLINE: (context) => ({ type: 'DEADLINE', ...measuredLine(context) }),
};

const startUp: Templates<StartUpEvent> = {
  START: () => ({ type: 'START' }),
  DUE: () => ({ type: 'DUE' }),
  ADDRESS: () => ({ type: 'ADDRESS', ip: '[redacted]' }),
  ADDRESS_FAILED: () => ({ type: 'ADDRESS_FAILED' }),
  AGENT: () => ({ type: 'AGENT', agent: '[redacted]' }),
  AGENT_FAILED: () => ({ type: 'AGENT_FAILED' }),
  SYSTEM: () => ({ type: 'SYSTEM', maintenance: false, message: '' }),
  SYSTEM_FAILED: () => ({ type: 'SYSTEM_FAILED' }),
};

const sent = (context: SubmissionContext) => context.submission ?? { key: 'k', call: '/', method: 'POST' as const, params: {} };
const submission: Templates<SubmissionEvent, SubmissionContext> = {
  SUBMIT: (context) => ({ type: 'SUBMIT', submission: sent(context) }),
  ACCEPTED: () => ({ type: 'ACCEPTED', answer: {}, msg: '' }),
  REFUSED: () => ({ type: 'REFUSED', refusal: { status: 4, msg: '' } }),
  NO_ANSWER: () => ({ type: 'NO_ANSWER' }),
  ASK_FAILED: () => ({ type: 'ASK_FAILED' }),
  ASK_DUE: () => ({ type: 'ASK_DUE' }),
  LOST: () => ({ type: 'LOST' }),
  DISMISS: () => ({ type: 'DISMISS' }),
  RESUME: () => ({ type: 'RESUME', submission: null }),
};

const tutorial: Templates<TutorialEvent, TutorialContext> = {
  SHOW: (_, now) => ({ type: 'SHOW', now }),
  TICK: ({ endsAt, secondsLeft }) => ({ type: 'TICK', now: endsAt - (secondsLeft - 1) * 1_000 }),
  ENTER: () => ({ type: 'ENTER' }),
  LEAVE: () => ({ type: 'LEAVE' }),
};

type Template = (context: never, now: number) => TraceEvent;

/** By machine and type of event. */
export const TEMPLATES: Readonly<Record<string, Readonly<Record<string, Template>>>> = {
  ballSelection: selection,
  betSlip: slip,
  chase,
  chunkLoad: chunk,
  drawClock: clock,
  drawStage: stage,
  floatingBall: ball,
  framePage: frame,
  matchPicks: picks,
  matchSlip,
  pageTransition: page,
  pullPanel: pull,
  request,
  scratchCard: scratch,
  session,
  smallPlay,
  speedTest,
  startUp,
  submission,
  tutorial,
} as unknown as Readonly<Record<string, Readonly<Record<string, Template>>>>;

/** An event of this type for a machine as it is now (`now`: unix ms of the recording); undefined for one that it does not know. */
export function templateOf(machine: string, type: string, snapshot: AnyMachineSnapshot, now: number): TraceEvent | undefined {
  return TEMPLATES[machine]?.[type]?.(snapshot.context as never, now);
}
