/**
 * Finds the selections of a drawn issue that may have won. For a key that has lost, the condition of its play (engine/rules/ticket-keys.ts)
 * gives the next key that may have won, and the search continues there. So an issue with a million different selections takes some thousand
 * steps. Keys that the condition cannot decide are candidates.
 *
 * The keys of a play form a lane. One statement takes a step in many lanes, so the number of statements depends on the longest lane and not on
 * the number of plays.
 */
import { winningKeyFinders, type NextWinningKey } from '../../../engine/rules/ticket-keys.ts';
import type { Querying } from '../../platform/index.ts';
import { type DrawnIssue, numbersFitZones, valueOrFault, rulesOnDrawDay, type VersionOf } from './issue.ts';
import { BEFORE_ALL_KEYS, type IssueKey, oneTicketPerKey, type KeyedTicket } from './ticket-reads.ts';
import { ticketHashSql } from './sold-tickets.ts';
import { ticketKeyPrefix, KEY_PREFIX_LENGTH } from './ticket-keys.ts';

/** Most lanes of one statement, and most keys that it reads of one lane. */
const MOST_LANES = 200;
const MOST_KEYS = 250;
/** Statements after which a lane is split in two, so that one statement takes a step in both halves and a long lane does not delay the rest. */
const STEPS = 3;
/** Hexadecimal digits of a key that decide where a lane is split. */
const DIGITS = 24;
/** Most stored searches. A removed one starts again. */
const MOST_SEARCHES = 50;

/** Keys from `from` on and before `to`, hexadecimal. */
interface Lane {
  from: string;
  to: string;
  readonly next: NextWinningKey | undefined;
  /** Keys to read with the next statement. */
  take: number;
  readonly found: string[];
  /** The last key that was read. */
  seen: string | undefined;
  done: boolean;
  /** Statements since the lane was made or split. */
  steps: number;
}

export interface CandidateTickets {
  readonly tickets: readonly KeyedTicket[];
  /** The search has examined all keys up to this one; undefined: all keys of the issue. */
  readonly upTo: string | undefined;
}

/** An unfinished search, and the key after which it began. */
interface CandidateSearch {
  readonly after: string | null;
  readonly lanes: Lane[];
}

/** Unfinished searches of a process, for the next steps of their issues. The tickets of a drawn issue do not change, so a search stays valid. */
export class CandidateSearches {
  private readonly of = new Map<string, CandidateSearch>();

  async get(client: Querying, issue: DrawnIssue, after: string | null, versionOf: VersionOf, limit: number): Promise<Lane[]> {
    const key = keyOf(issue);
    const search = this.of.get(key);
    if (search !== undefined && (search.after === null || (after !== null && after >= search.after))) return search.lanes;
    const lanes = await lanesOf(client, issue, after === null ? BEFORE_ALL_KEYS : behind(after), versionOf, limit);
    this.of.delete(key);
    this.of.set(key, { after, lanes });
    for (const oldest of this.of.keys()) {
      if (this.of.size <= MOST_SEARCHES) break;
      this.of.delete(oldest);
    }
    return lanes;
  }

  end(issue: DrawnIssue): void {
    this.of.delete(keyOf(issue));
  }
}

const keyOf = ({ game, issue, numbers }: DrawnIssue): string => JSON.stringify([game, issue, numbers]);

/** The next candidates after a key, in order: at most `limit`, and those found within `ms`. */
export async function nextCandidates(
  client: Querying,
  issue: DrawnIssue,
  after: string | null,
  versionOf: VersionOf,
  { limit, ms, searches }: { readonly limit: number; readonly ms: number; readonly searches: CandidateSearches },
): Promise<CandidateTickets> {
  const until = performance.now() + ms;
  const lanes = await searches.get(client, issue, after, versionOf, limit);
  for (;;) {
    const open = openLanes(lanes, after ?? BEFORE_ALL_KEYS, limit);
    if (open.length === 0) break;
    await advance(client, issue, open);
    if (open.length < MOST_LANES) splitLongest(lanes);
    if (performance.now() > until) break;
  }
  const keys: string[] = [];
  let upTo: string | undefined;
  let lastKey = after ?? BEFORE_ALL_KEYS;
  for (const lane of lanes) {
    const left = lane.found.filter((key) => key > lastKey);
    if (keys.length + left.length > limit) {
      keys.push(...left.slice(0, limit - keys.length));
      upTo = keys.at(-1);
      break;
    }
    keys.push(...left);
    if (lane.seen !== undefined && lane.seen > lastKey) lastKey = lane.seen;
    if (lane.done) continue;
    // Candidates after an unfinished lane are not known yet.
    upTo = lastKey;
    break;
  }
  if (upTo === undefined) searches.end(issue);
  return { tickets: await oneTicketPerKey(client, issue, keys), upTo };
}

/** The first unfinished lanes, until the lanes before and among them have more than `limit` keys. */
function openLanes(lanes: readonly Lane[], after: string, limit: number): readonly Lane[] {
  const open: Lane[] = [];
  let foundKeys = 0;
  for (const lane of lanes) {
    if (lane.to <= after) continue;
    for (const key of lane.found) if (key > after) foundKeys += 1;
    if (foundKeys > limit) break;
    if (!lane.done && open.push(lane) === MOST_LANES) break;
  }
  return open;
}

/** Splits lanes that have taken STEPS statements. A half without keys ends with the next statement. */
function splitLongest(lanes: Lane[]): void {
  for (let index = lanes.length - 1; index >= 0; index--) {
    const lane = lanes[index] as Lane;
    if (lane.done || lane.next === undefined || lane.steps < STEPS) continue;
    lane.steps = 0;
    const prefix = lane.from.slice(0, KEY_PREFIX_LENGTH);
    const digits = (text: string): bigint => BigInt(`0x${text.slice(KEY_PREFIX_LENGTH).padEnd(DIGITS, '0').slice(0, DIGITS)}`);
    const from = digits(lane.from);
    const to = lane.to.startsWith(prefix) ? digits(lane.to) : BigInt(`0x${'f'.repeat(DIGITS)}`);
    const middle = prefix + ((from + to) / 2n).toString(16).padStart(DIGITS, '0');
    if (middle <= lane.from || middle >= lane.to) continue;
    lanes.splice(index + 1, 0, { ...lane, from: middle, take: 1, found: [], seen: undefined });
    lane.to = middle;
  }
}

/** Every lane of the issue from a key on. */
async function lanesOf(client: Querying, issue: DrawnIssue, start: string, versionOf: VersionOf, limit: number): Promise<Lane[]> {
  const lanes: Lane[] = [];
  const lane = (from: string, to: string, next?: NextWinningKey): void => {
    lanes.push({
      from,
      to,
      next,
      take: next === undefined ? Math.min(limit, MOST_KEYS) : 1,
      found: [],
      seen: undefined,
      done: false,
      steps: 0,
    });
  };
  for (let from: string | undefined = start; from !== undefined; ) {
    const first = await firstKey(client, issue, from);
    if (first === undefined) break;
    const { key, hash } = first;
    const prefix: string = key.slice(0, key.startsWith('00') ? 2 : KEY_PREFIX_LENGTH);
    const end: string = following(prefix) ?? 'ff'.repeat(8);
    const nextByPlay = prefix === ticketKeyPrefix(hash) ? await askedUnder(issue, hash, versionOf) : undefined;
    const beginning = from > prefix ? from : prefix;
    if (nextByPlay === undefined) lane(beginning, end);
    else
      for (const [play, next] of nextByPlay.entries()) {
        const playPrefix = prefix + byte(play);
        const to = following(playPrefix) ?? end;
        if (next !== undefined && to > beginning) lane(beginning > playPrefix ? beginning : playPrefix, to, next);
      }
    from = following(prefix);
  }
  return lanes;
}

/** What the draw leaves of each play of a description; undefined where every ticket has to be looked at. */
async function askedUnder(
  issue: DrawnIssue,
  hash: string,
  versionOf: VersionOf,
): Promise<readonly (NextWinningKey | undefined)[] | undefined> {
  const nextByPlay = await valueOrFault(async () => {
    const version = await versionOf(hash);
    // Tickets that were sold for other numbers are given back, all of them.
    return numbersFitZones(version, issue.numbers)
      ? winningKeyFinders(rulesOnDrawDay(version, issue), { numbers: issue.numbers })
      : undefined;
  });
  return 'value' in nextByPlay ? nextByPlay.value : undefined;
}

async function firstKey(client: Querying, { game, issue }: IssueKey, from: string) {
  const { rows } = await client.query<{ key: string; hash: string }>(
    `SELECT encode(selection, 'hex') AS key, ${ticketHashSql('tickets')} AS hash FROM tickets
      WHERE game = $1 AND issue = $2 AND selection >= decode($3, 'hex') ORDER BY selection LIMIT 1`,
    [game, issue, from],
    'first-selection',
  );
  return rows[0];
}

/** The next keys of each of the lanes, and the progress of each: one statement for lanes with one key to read, one for the others. */
async function advance(client: Querying, issue: IssueKey, lanes: readonly Lane[]): Promise<void> {
  await read(
    client,
    issue,
    lanes.filter((lane) => lane.take === 1),
    ONE,
    'next-in-lanes',
  );
  await read(
    client,
    issue,
    lanes.filter((lane) => lane.take > 1),
    SEVERAL,
    'next-ones-in-lanes',
  );
}

const LANES = `unnest($3::text[], $4::text[], $5::int[]) WITH ORDINALITY AS lane(first, last, most, at)
      CROSS JOIN LATERAL (SELECT decode(lane.first, 'hex') AS first, decode(lane.last, 'hex') AS last) range`;
const ONE = `SELECT lane.at::int AS at, encode(found.selection, 'hex') AS keys
       FROM ${LANES} CROSS JOIN LATERAL (
         SELECT selection FROM tickets
          WHERE game = $1 AND issue = $2 AND selection >= range.first AND selection < range.last ORDER BY selection LIMIT 1) found
      WHERE lane.most = 1`;
const SEVERAL = `SELECT lane.at::int AS at, found.keys
       FROM ${LANES} CROSS JOIN LATERAL (
        WITH RECURSIVE step AS (
          (SELECT selection, 1 AS n FROM tickets
            WHERE game = $1 AND issue = $2 AND selection >= range.first AND selection < range.last ORDER BY selection LIMIT 1)
          UNION ALL
          SELECT following.selection, step.n + 1
            FROM step CROSS JOIN LATERAL (
              SELECT t.selection FROM tickets t
               WHERE t.game = $1 AND t.issue = $2 AND t.selection > step.selection AND t.selection < range.last ORDER BY t.selection LIMIT 1) following
           WHERE step.n < lane.most)
        SELECT string_agg(encode(selection, 'hex'), ' ' ORDER BY n) AS keys FROM step) found
      WHERE found.keys IS NOT NULL`;

async function read(client: Querying, { game, issue }: IssueKey, lanes: readonly Lane[], text: string, name: string): Promise<void> {
  if (lanes.length === 0) return;
  const { rows } = await client.query<{ at: number; keys: string }>(
    text,
    [game, issue, lanes.map(({ from }) => from), lanes.map(({ to }) => to), lanes.map(({ take }) => take)],
    name,
  );
  const keys = new Map(rows.map((row) => [row.at, row.keys.split(' ')]));
  for (const [index, lane] of lanes.entries()) take(lane, keys.get(index + 1) ?? []);
}

function take(lane: Lane, keys: readonly string[]): void {
  const readCount = lane.take;
  lane.steps += 1;
  let used = 0;
  for (const key of keys) {
    lane.seen = key;
    if (key < lane.from) continue;
    used += 1;
    const next = lane.next?.(Buffer.from(key.slice(KEY_PREFIX_LENGTH), 'hex'));
    if (next === undefined) {
      lane.found.push(key);
      lane.from = behind(key);
      continue;
    }
    if (next === null) {
      lane.done = true;
      return;
    }
    lane.from = key.slice(0, KEY_PREFIX_LENGTH) + Buffer.from(next).toString('hex');
    if (lane.from >= lane.to) {
      lane.done = true;
      return;
    }
  }
  // Where each key has to be looked at, many are read at once; where most are passed over, each by itself.
  if (used === readCount) lane.take = Math.min(readCount * 2, MOST_KEYS);
  else if (used * 2 <= readCount) lane.take = Math.max(1, Math.floor(readCount / 2));
  if (keys.length < readCount) lane.done = true;
}

const byte = (value: number): string => value.toString(16).padStart(2, '0');

/** The first text behind this one, and behind nothing else. */
const behind = (key: string): string => `${key}00`;

/** The first text that comes after all that begin with these bytes; undefined: none does. */
function following(prefix: string): string | undefined {
  const trimmed = prefix.replace(/(?:ff)+$/, '');
  return trimmed === '' ? undefined : trimmed.slice(0, -2) + byte(Number.parseInt(trimmed.slice(-2), 16) + 1);
}
