/** The multiplier of a sports slip is that of its matches, and what was picked while a slip is sent is not taken for bet. */
import { expect, it, vi } from 'vitest';
import type { Host } from '../../../../engine/screens/core/contract.ts';
import { sportRuntime } from '../../../../engine/screens/sports/runtime.ts';
import { sportSlip } from '../../../../engine/screens/sports/slip/slip-runtime.ts';
import { exampleHost } from '../examples/example.ts';
import { matchOffer, offerPage, readSport } from './support/sports.ts';

async function slipOf() {
  const game = await readSport('jczq');
  const offers = [matchOffer(game, 0), matchOffer(game, 1), matchOffer(game, 2)];
  const call = (async () => ({ ok: true, models: offerPage(game, offers) })) as Host['call'];
  const runtime = await sportRuntime(exampleHost({ screen: { blocks: [] }, expects: [] }, {}, { jczq: game }, { call }), 'jczq');
  await runtime.refresh();
  return { runtime, slip: sportSlip(runtime), tap: (match: string) => runtime.tap(match, 'SPF', '3') };
}

it('a slip that was given up leaves neither multiplier nor passes to the next one', async () => {
  const { runtime, slip, tap } = await slipOf();
  tap('m0');
  tap('m1');
  slip.machine.send({ type: 'MULTIPLIER', value: 50 });
  runtime.picks.send({ type: 'REMOVE', match: 'm1' });
  await Promise.resolve();
  expect(slip.machine.getSnapshot().context.multiplier).toBe(50);
  runtime.picks.send({ type: 'CLEAR' });
  await vi.waitFor(() => expect(slip.machine.getSnapshot().context.multiplier).toBe(1));
});

it('of a slip that was accepted its own matches go, and those that were picked meanwhile stay', async () => {
  const { runtime, slip, tap } = await slipOf();
  tap('m0');
  tap('m1');
  const { call, params } = slip.request();
  const submission = { key: 'k', call, params, method: 'POST' as const };
  slip.submission.send({ type: 'SUBMIT', submission });
  expect(slip.isOwn(submission)).toBe(true);
  tap('m2');
  expect(slip.isOwn(submission)).toBe(false);
  slip.submission.send({ type: 'ACCEPTED', answer: {}, msg: '' });
  expect(runtime.picks.getSnapshot().context.matches.map(({ match }) => match)).toEqual(['m2']);
});
