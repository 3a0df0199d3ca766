/** What a refused bet says of odds and handicaps, as offers that the picks can take over at once: the list may hear of them later. */
import type { AcceptedOffer, PickedMatch } from '../../../machines/picked-matches.ts';

interface Changed {
  readonly changes?: readonly { readonly match: string; readonly play: string; readonly choice: string; readonly now: string }[];
  readonly numbers?: readonly { readonly match: string; readonly number: string; readonly now: string }[];
  readonly legs?: readonly { readonly match: string; readonly reason: string; readonly stopsAt: number | null; readonly text: string }[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function readChanged(models: unknown): Changed {
  if (!isRecord(models)) return {};
  const list = (key: string): readonly unknown[] => {
    const value = models[key];
    return Array.isArray(value) ? value.filter(isRecord) : [];
  };
  return { changes: list('changes'), numbers: list('numbers'), legs: list('legs') } as Changed;
}

/** Why a match is off for good or for now, by the reasons of the bet's refusal; the others leave it on the slip with the server's words. */
const STATES: Readonly<Record<string, AcceptedOffer['state']>> = {
  started: 'live',
  stopped: 'stopped',
  suspended: 'suspended',
  ended: 'finished',
};

/** The picked matches that are not as the phone showed them, as they are sold now. */
export function changedOffers(matches: readonly PickedMatch[], models: unknown): readonly AcceptedOffer[] {
  const { changes = [], numbers = [], legs = [] } = readChanged(models);
  return matches.flatMap((picked): AcceptedOffer[] => {
    const own = changes.filter(({ match }) => match === picked.match);
    const ownNumbers = numbers.filter(({ match }) => match === picked.match);
    const stopped = legs.find(({ match, reason }) => match === picked.match && STATES[reason] !== undefined);
    if (own.length + ownNumbers.length === 0 && !stopped) return [];
    const odds = Object.fromEntries(
      Object.entries(picked.picks).map(([play, choices]) => [
        play,
        Object.fromEntries(
          Object.entries(choices).map(([choice, was]) => [
            choice,
            own.find((each) => each.play === play && each.choice === choice)?.now ?? was,
          ]),
        ),
      ]),
    );
    const { picks: _, banker: __, ...sold } = picked;
    return [
      {
        ...sold,
        numbers: { ...sold.numbers, ...Object.fromEntries(ownNumbers.map(({ number, now }) => [number, now])) },
        state: (stopped && STATES[stopped.reason]) ?? 'selling',
        ...(stopped ? { reason: stopped.text } : {}),
        closed: [],
        odds,
      },
    ];
  });
}
