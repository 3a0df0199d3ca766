import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  LOST_STATUS,
  readUnfinished,
  type SubmitEvent,
  type SubmitSnapshot,
  type Submission,
  submitLockMachine,
} from '../../engine/machines/submit-lock.ts';
import { emittedOf, walk } from './support/walk.ts';

const submission: Submission = { key: 'k1', params: { ticket: '{}', amountFen: '200' } };
const other: Submission = { key: 'k2', params: {} };

function run(
  events: SubmitEvent[],
  unfinished?: Submission,
): { snapshot: SubmitSnapshot; effects: { effect: string; submission?: Submission; key?: string }[] } {
  let [current, actions] = initialTransition(submitLockMachine, unfinished ? { unfinished } : {});
  const effects = emittedOf(actions);
  for (const event of events) {
    [current, actions] = transition(submitLockMachine, current, event);
    effects.push(...emittedOf(actions));
  }
  return { snapshot: current, effects: effects as never };
}

const submit: SubmitEvent = { type: 'SUBMIT', submission };

describe('submit lock', () => {
  it('writes the key down before it sends', () => {
    const { snapshot, effects } = run([submit]);
    expect(effects.map(({ effect }) => effect)).toEqual(['store', 'send']);
    expect(effects[0]?.submission).toEqual(submission);
    expect(snapshot.value).toBe('submitting');
  });

  it('a second tap sends nothing, whatever it carries', () => {
    const { snapshot, effects } = run([submit, submit, { type: 'SUBMIT', submission: other }]);
    expect(effects.filter(({ effect }) => effect === 'send')).toHaveLength(1);
    expect(effects.slice(2).map(({ effect }) => effect)).toEqual(['busy', 'busy']);
    expect(snapshot.context.submission?.key).toBe('k1');
    expect(run([submit, { type: 'DOUBT' }, submit]).effects.filter(({ effect }) => effect === 'send')).toHaveLength(1);
  });

  it('a doubt asks, and asks again, under the same key', () => {
    const { effects } = run([submit, { type: 'DOUBT' }, { type: 'ASK' }, { type: 'ASK' }]);
    expect(effects.filter(({ effect }) => effect === 'ask')).toEqual([
      { type: 'effect', effect: 'ask', key: 'k1', asked: 0 },
      { type: 'effect', effect: 'ask', key: 'k1', asked: 1 },
      { type: 'effect', effect: 'ask', key: 'k1', asked: 2 },
    ]);
  });

  it('a doubt ends as landed with the answer, as refused with the reason, or as lost', () => {
    const doubt: SubmitEvent[] = [submit, { type: 'DOUBT' }];
    expect(run([...doubt, { type: 'LANDED', answer: { orderId: 'o' } }]).snapshot).toMatchObject({
      value: 'accepted',
      context: { answer: { orderId: 'o' } },
    });
    expect(run([...doubt, { type: 'REFUSED', refusal: { status: 4, msg: 'x' } }]).snapshot).toMatchObject({
      value: 'refused',
      context: { refusal: { status: 4 } },
    });
    expect(run([...doubt, { type: 'LOST' }]).snapshot).toMatchObject({ value: 'refused', context: { refusal: { status: LOST_STATUS } } });
    expect(run([...doubt, { type: 'ACCEPTED', answer: 1 }]).snapshot.value, 'the first answer came after all').toBe('accepted');
  });

  it('a reload in the middle of sending comes back as doubt and asks at once', () => {
    const { snapshot, effects } = run([], submission);
    expect(snapshot.value).toBe('doubt');
    expect(effects.map(({ effect }) => effect)).toEqual(['store', 'ask']);
    const stored = JSON.stringify(effects[0]?.submission);
    expect(readUnfinished(stored)).toEqual(submission);
  });

  it('forgets the key only when the outcome is known', () => {
    expect(run([submit, { type: 'DOUBT' }, { type: 'ASK' }]).effects.some(({ effect }) => effect === 'forget')).toBe(false);
    for (const end of [
      { type: 'ACCEPTED', answer: null },
      { type: 'REFUSED', refusal: { status: 1, msg: '' } },
    ] as SubmitEvent[])
      expect(run([submit, end]).effects.at(-1)?.effect).toBe('forget');
  });

  it('after a refusal the next try is a submission of its own', () => {
    const { snapshot, effects } = run([
      submit,
      { type: 'REFUSED', refusal: { status: 4, msg: '' } },
      { type: 'SUBMIT', submission: other },
    ]);
    expect(snapshot).toMatchObject({ value: 'submitting', context: { submission: { key: 'k2' }, refusal: null } });
    expect(effects.at(-1)).toMatchObject({ effect: 'send', submission: { key: 'k2' } });
  });

  it('an answer that nobody waits for changes nothing', () => {
    expect(run([{ type: 'ACCEPTED', answer: 1 }]).snapshot.value).toBe('idle');
    expect(run([submit, { type: 'ACCEPTED', answer: 1 }, { type: 'REFUSED', refusal: { status: 1, msg: '' } }]).snapshot.value).toBe(
      'accepted',
    );
  });

  it.each([null, '', '{', 'null', '{}', '{"key":"","params":{}}', '{"key":"k"}', '{"key":"k","params":{"a":1}}'])(
    'storage that holds %s is no submission',
    (text) => {
      expect(readUnfinished(text)).toBeUndefined();
    },
  );

  it('every transition of the model is walked', () => {
    const { edges, states } = walk(submitLockMachine, {
      input: {},
      events: [
        submit,
        { type: 'ACCEPTED', answer: 1 },
        { type: 'REFUSED', refusal: { status: 1, msg: '' } },
        { type: 'DOUBT' },
        { type: 'ASK' },
        { type: 'LANDED', answer: 1 },
        { type: 'LOST' },
        { type: 'DISMISS' },
      ] as SubmitEvent[],
      key: ({ context }) => String(Math.min(context.asked, 2)),
      holds: ({ value, context }) => {
        expect(context.submission === null).toBe(value === 'idle');
      },
    });
    expect([...states].sort()).toEqual(['accepted', 'doubt', 'idle', 'refused', 'submitting']);
    for (const edge of [
      'idle --SUBMIT--> submitting',
      'submitting --ACCEPTED--> accepted',
      'submitting --REFUSED--> refused',
      'submitting --DOUBT--> doubt',
      'doubt --LANDED--> accepted',
      'doubt --LOST--> refused',
      'doubt --ASK--> doubt',
      'accepted --DISMISS--> idle',
      'refused --DISMISS--> idle',
      'refused --SUBMIT--> submitting',
    ])
      expect(edges, edge).toContain(edge);
  });
});
