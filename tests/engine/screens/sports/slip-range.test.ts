/** What a slip can win is that of the slip that stands: while it is worked out nothing is said, and what is late is of no slip. */
import { expect, it, vi } from 'vitest';
import type { Host } from '../../../../engine/screens/core/contract.ts';
import { sportPrizeRange } from '../../../../engine/rules/sports/index.ts';
import { sportRuntime } from '../../../../engine/screens/sports/runtime.ts';
import { sportSlip } from '../../../../engine/screens/sports/slip/slip-runtime.ts';
import { exampleHost } from '../examples/example.ts';
import { matchOffer, offerPage, readSport } from './support/sports.ts';

/** The slip of a game with three matches on sale, two of them with the same handicap. */
async function slipOf() {
  const game = await readSport('jczq');
  const offers = [matchOffer(game, 0), matchOffer(game, 1), matchOffer(game, 2)];
  const call = (async () => ({ ok: true, models: offerPage(game, offers) })) as Host['call'];
  const runtime = await sportRuntime(exampleHost({ screen: { blocks: [] }, expects: [] }, {}, { jczq: game }, { call }), 'jczq');
  await runtime.refresh();
  return { runtime, slip: sportSlip(runtime), tap: (match: string) => runtime.tap(match, 'SPF', '3') };
}

it('is that of the picks as they are, and is not said while it is worked out', async () => {
  const { slip, tap } = await slipOf();
  tap('m0');
  tap('m2');
  expect(slip.range.get()).toBeUndefined();
  await vi.waitFor(() => expect(slip.range.get()).toEqual(sportPrizeRange(slip.compiled(), slip.ticket())));
  // Numbers that have been looked at are at hand.
  slip.machine.send({ type: 'MULTIPLIER', value: 3 });
  expect(slip.range.get()).toEqual(sportPrizeRange(slip.compiled(), slip.ticket()));
  // Those of another match are not.
  tap('m1');
  expect(slip.range.get()).toBeUndefined();
  await vi.waitFor(() => expect(slip.range.get()).toEqual(sportPrizeRange(slip.compiled(), slip.ticket())));
});

it('is nothing for a slip that became too short while it was worked out', async () => {
  const { runtime, slip, tap } = await slipOf();
  tap('m0');
  tap('m1');
  // The work waits for the frame, and the player takes a match back before it.
  runtime.picks.send({ type: 'REMOVE', match: 'm1' });
  expect(slip.machine.getSnapshot().matches({ open: 'short' })).toBe(true);
  const messages: unknown[] = [];
  slip.range.subscribe(() => void messages.push(slip.range.get()));
  const later = new Promise((resolve) => setTimeout(resolve));
  await later;
  expect(messages.filter(Boolean)).toEqual([]);
  expect(slip.range.get()).toBeUndefined();
});
