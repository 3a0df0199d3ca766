/** Matches that a player follows, kept on the phone. Lists and live scores share them. */
import type { Host } from '../core/contract.ts';
import { type ObservableValue, observableValue } from '../core/observable.ts';

const KEY = 'favouriteMatches';
/** More are not kept: matches pass, and the oldest are the first to be over. */
const MOST = 200;

const known = new WeakMap<Host, ObservableValue<ReadonlySet<string>>>();

/** Ids of the matches that are followed. */
export function favouriteMatches(host: Host): ObservableValue<ReadonlySet<string>> {
  let favourites = known.get(host);
  if (!favourites) known.set(host, (favourites = observableValue(read(host.storage.get(KEY)))));
  return favourites;
}

/** Follows a match, or no longer. */
export function toggleFavourite(host: Host, id: string): void {
  const favourites = favouriteMatches(host);
  const next = new Set(favourites.get());
  if (!next.delete(id)) next.add(id);
  const favouriteIds = [...next].slice(-MOST);
  favourites.set(new Set(favouriteIds));
  host.storage.set(KEY, JSON.stringify(favouriteIds));
}

function read(text: string | null): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
  } catch {
    return new Set();
  }
}
