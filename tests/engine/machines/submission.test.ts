import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  ASK_PAUSES_MS,
  LOST_STATUS,
  type Submission,
  type SubmissionEffect,
  type SubmissionEvent,
  type SubmissionSnapshot,
  submissionMachine,
} from '../../../engine/machines/submission.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

const submission: Submission = { key: 'k1', call: '/api/bet', method: 'POST', params: { ticket: '{}', amountFen: '200' } };
const other: Submission = { key: 'k2', call: '/api/other', method: 'POST', params: {} };

function run(events: SubmissionEvent[], unfinished?: Submission): { snapshot: SubmissionSnapshot; effects: SubmissionEffect[] } {
  let [current, actions] = initialTransition(submissionMachine, unfinished ? { unfinished } : {});
  const effects = effectsOf(actions);
  for (const event of events) {
    [current, actions] = transition(submissionMachine, current, event);
    effects.push(...effectsOf(actions));
  }
  return { snapshot: current, effects: effects as SubmissionEffect[] };
}

const names = (effects: readonly SubmissionEffect[]) => effects.map((effect) => effect.do);
const submit: SubmissionEvent = { type: 'SUBMIT', submission };
const noAnswer: SubmissionEvent = { type: 'NO_ANSWER' };
const accepted: SubmissionEvent = { type: 'ACCEPTED', answer: { orderId: 'o' }, msg: '好' };
const refused: SubmissionEvent = { type: 'REFUSED', refusal: { status: 4, msg: 'x' } };
const endings: [string, SubmissionEvent, object][] = [
  ['accepted', accepted, { value: 'accepted', context: { answer: { orderId: 'o' }, msg: '好' } }],
  ['refused', refused, { value: 'refused', context: { refusal: { status: 4, msg: 'x' } } }],
];

describe('submission', () => {
  it('writes the key down before it sends', () => {
    const { snapshot, effects } = run([submit]);
    expect(effects).toEqual([
      { do: 'store', submission },
      { do: 'send', submission },
    ]);
    expect(snapshot.value).toBe('sending');
  });

  it.each<[string, SubmissionEvent[]]>([
    ['sending', [submit]],
    ['asking', [submit, noAnswer]],
    ['waiting', [submit, noAnswer, { type: 'ASK_FAILED' }]],
  ])('a hundred further taps while %s send nothing, whatever they carry', (_name, events) => {
    const before = run(events);
    const taps = Array.from({ length: 100 }, (_, at): SubmissionEvent => ({ type: 'SUBMIT', submission: at % 2 ? submission : other }));
    const { snapshot, effects } = run([...events, ...taps]);
    expect(effects).toEqual(before.effects);
    expect([snapshot.value, snapshot.context]).toEqual([before.snapshot.value, before.snapshot.context]);
  });

  it.each(endings)('sending ends as %s with what the server said, and the key is forgotten', (_name, event, end) => {
    const { snapshot, effects } = run([submit, event]);
    expect(snapshot).toMatchObject(end);
    expect(effects.at(-1)).toEqual({ do: 'forget', key: 'k1' });
  });

  it('no answer is a doubt: asked at once, then after growing pauses, under the same key, until the server says', () => {
    const events: SubmissionEvent[] = [submit, noAnswer];
    const pauses: number[] = [];
    for (let round = 0; round < ASK_PAUSES_MS.length + 2; round++) {
      events.push({ type: 'ASK_FAILED' });
      const { snapshot, effects } = run(events);
      expect(snapshot.value).toEqual({ doubt: 'waiting' });
      const [last] = effects.slice(-1);
      expect(last).toMatchObject({ do: 'askLater' });
      pauses.push((last as { ms: number }).ms);
      events.push({ type: 'ASK_DUE' });
      expect(run(events).effects.slice(-2)).toEqual([{ do: 'cancelAskLater' }, { do: 'ask', key: 'k1' }]);
    }
    expect(pauses).toEqual([...ASK_PAUSES_MS, ASK_PAUSES_MS.at(-1), ASK_PAUSES_MS.at(-1)]);
    const { effects } = run(events);
    expect(names(effects).filter((name) => name === 'forget')).toEqual([]);
    expect(names(effects).filter((name) => name === 'send')).toHaveLength(1);
  });

  it('one question at a time: what is due while one is under way is not asked twice', () => {
    expect(names(run([submit, noAnswer, { type: 'ASK_DUE' }, { type: 'ASK_DUE' }]).effects)).toEqual(['store', 'send', 'ask']);
  });

  it.each([
    ...endings,
    ['lost', { type: 'LOST' } as SubmissionEvent, { value: 'refused', context: { refusal: { status: LOST_STATUS, msg: '' } } }],
  ])('a doubt ends as %s, while it asks and while it waits', (_name, event, end) => {
    const asking = run([submit, noAnswer, event as SubmissionEvent]);
    expect(asking.snapshot).toMatchObject(end as object);
    expect(asking.effects.at(-1)).toEqual({ do: 'forget', key: 'k1' });
    const waiting = run([submit, noAnswer, { type: 'ASK_FAILED' }, event as SubmissionEvent]);
    expect(waiting.snapshot).toMatchObject(end as object);
    expect(waiting.effects.slice(-2)).toEqual([{ do: 'cancelAskLater' }, { do: 'forget', key: 'k1' }]);
  });

  it('a page that was loaded again starts in doubt about what was unfinished, asks at once, and sends nothing', () => {
    const { snapshot, effects } = run([], submission);
    expect([snapshot.value, effects]).toEqual([{ doubt: 'asking' }, [{ do: 'ask', key: 'k1' }]]);
  });

  it('after a refusal, and after an accepted one, the next is a submission of its own', () => {
    for (const end of [accepted, refused]) {
      const { snapshot, effects } = run([submit, end, { type: 'SUBMIT', submission: other }]);
      expect(snapshot).toMatchObject({
        value: 'sending',
        context: { submission: { key: 'k2' }, refusal: null, answer: null, msg: '', asked: 0 },
      });
      expect(effects.at(-1)).toEqual({ do: 'send', submission: other });
    }
  });

  it.each<[string, SubmissionEvent[]]>([
    ['nothing', []],
    ['sending', [submit]],
    ['asking', [submit, noAnswer]],
    ['waiting', [submit, noAnswer, { type: 'ASK_FAILED' }]],
    ['accepted', [submit, accepted]],
    ['refused', [submit, refused]],
  ])('another player in place of %s: what that one left unfinished is asked about, or there is nothing', (name, events) => {
    const before = run(events).effects.length;
    const empty = run([...events, { type: 'RESUME', submission: null }]);
    expect(empty.snapshot).toMatchObject({ value: 'idle', context: { submission: null, answer: null, refusal: null, msg: '', asked: 0 } });
    expect(names(empty.effects.slice(before))).toEqual(name === 'waiting' ? ['cancelAskLater'] : []);
    const theirs = run([...events, { type: 'RESUME', submission: other }]);
    expect(theirs.snapshot).toMatchObject({ value: { doubt: 'asking' }, context: { submission: other, asked: 0 } });
    expect(theirs.effects.at(-1)).toEqual({ do: 'ask', key: 'k2' });
  });

  it('an answer that nobody waits for changes nothing', () => {
    expect(run([accepted]).snapshot.value).toBe('idle');
    expect(run([submit, accepted, refused]).snapshot.value).toBe('accepted');
    expect(run([submit, refused, accepted]).snapshot.value).toBe('refused');
    expect(run([submit, { type: 'LOST' }]).snapshot.value, 'lost is the answer to a question').toBe('sending');
  });

  it('every transition of the model is walked', () => {
    const name = (value: unknown) => (typeof value === 'string' ? value : `doubt.${(value as { doubt: string }).doubt}`);
    const { edges, states } = walkPaths(submissionMachine, {
      input: {},
      events: [
        submit,
        accepted,
        refused,
        noAnswer,
        { type: 'ASK_FAILED' },
        { type: 'ASK_DUE' },
        { type: 'LOST' },
        { type: 'DISMISS' },
        { type: 'RESUME', submission: null },
        { type: 'RESUME', submission: other },
      ] as SubmissionEvent[],
      key: ({ context }) => JSON.stringify([Math.min(context.asked, 2), context.submission?.key]),
      holds: ({ value, context }) => {
        expect(context.submission === null).toBe(value === 'idle');
      },
      nameOf: name,
    });
    expect([...states].sort()).toEqual(['accepted', 'doubt.asking', 'doubt.waiting', 'idle', 'refused', 'sending']);
    for (const edge of [
      'idle --SUBMIT--> sending',
      'idle --RESUME--> doubt.asking',
      'sending --ACCEPTED--> accepted',
      'sending --REFUSED--> refused',
      'sending --NO_ANSWER--> doubt.asking',
      'sending --RESUME--> idle',
      'doubt.asking --ASK_FAILED--> doubt.waiting',
      'doubt.waiting --ASK_DUE--> doubt.asking',
      'doubt.asking --ACCEPTED--> accepted',
      'doubt.waiting --ACCEPTED--> accepted',
      'doubt.asking --REFUSED--> refused',
      'doubt.asking --LOST--> refused',
      'doubt.waiting --RESUME--> idle',
      'accepted --DISMISS--> idle',
      'accepted --SUBMIT--> sending',
      'refused --DISMISS--> idle',
      'refused --SUBMIT--> sending',
    ])
      expect(edges, edge).toContain(edge);
  });
});
