/**
 * What each tier of an issue pays. Floating prizes are shared among all that won them, so their winners are counted before anybody is paid:
 * some selections in each step, and what is counted so far is kept with the issue.
 */
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { Game, Ticket } from '../../../engine/descriptions/types.ts';
import { priceTicket, settleTicket } from '../../../engine/rules/index.ts';
import { type Querying, errorText } from '../../platform/index.ts';
import { type DrawnIssue, numbersFitZones, valueOrFault, rulesOnDrawDay, type VersionOf } from './issue.ts';
import { storePoolPrizes } from './pool-prizes.ts';
import { floatingTiers, type SharedPool, sharePool, prizeWeightOf } from './prizes.ts';
import { nextTicketKeys, type KeyedTicket, multiplierSums } from './ticket-reads.ts';

/** As it is stored: BigInt as text. */
export interface CountProgress {
  readonly after: string | null;
  /** Winning bets × multiplier × weight per floating tier. */
  readonly winners: Readonly<Record<string, string>>;
  /** Versions with floating prizes that tickets of the issue were sold under. */
  readonly hashes: readonly string[];
  /** Fen staked on plays with floating prizes, which feed the pool. */
  readonly stakes: string;
}
/** The tickets of one selection cannot be judged, and so nobody's share can be: they and the issue wait. */
export class UnreadableTicketKey extends Error {
  readonly ticketKey: string;
  constructor(selection: string, reason: string) {
    super(`the shares of its prizes cannot be worked out while some of its tickets cannot be read: ${reason}`);
    this.ticketKey = selection;
  }
}

/** The prizes of an issue by "play/tier", fen, and the pool's conditions in force for it. */
export interface FixedPrizes {
  readonly prizes: Record<string, number>;
  readonly inForce: readonly string[];
}

const NO_POOL: Pick<Game, 'poolFen' | 'poolSeedFen' | 'poolStakePermille'> = { poolFen: 0 };
const NOTHING: CountProgress = { after: null, winners: {}, hashes: [], stakes: '0' };

/**
 * The prizes of the issue, stored with it; undefined when the winners are not all counted yet, 'waits' while an earlier issue's are to be fixed
 * first: nothing is counted then, since only the stored part of a count is not done again. At most `limit` selections a call.
 */
export async function fixPrizes(
  client: Querying,
  issue: DrawnIssue & { readonly counted: CountProgress | null },
  versionOf: VersionOf,
  limit: number,
): Promise<FixedPrizes | undefined | 'waits'> {
  const { game: described } = await versionOf(issue.hash);
  // As on the day of the draw: prizes may change with it, and a bonus period adds to them. The pool decides about fixed prizes alone.
  const currentGame = gameAt(described, issue.draws_at);
  // A ticket may have been sold under any version of its game, and one with floating prizes has a say in the table. Whether there ever was
  // one is a look at an index; which ones the issue's tickets were sold under is seen while their winners are counted.
  const { rows } = await client.query(`SELECT 1 FROM descriptions WHERE kind = 'game' AND code = $1 AND floats LIMIT 1`, [issue.game]);
  const floats = floatingTiers(currentGame).size > 0 || rows.length > 0;
  if (floats && (await mustWait(client, issue))) return 'waits';
  const counted = floats ? await countSome(client, issue, issue.counted ?? NOTHING, versionOf, limit) : { ...NOTHING, done: true };
  if (!counted.done) return undefined;
  const winners = new Map(Object.entries(counted.winners).map(([tier, weight]) => [tier, BigInt(weight)]));
  const versions = [described];
  for (const hash of await newestFirst(client, counted.hashes)) if (hash !== issue.hash) versions.push((await versionOf(hash)).game);
  // Once more: it may have been drawn while these were counted.
  if (floats && (await mustWait(client, issue))) return 'waits';
  const { prizes, inForce } = floats
    ? await fromPool(client, issue, versions, winners, counted.stakes)
    : { ...sharePool(onDrawDay(versions, issue), winners, 0n), inForce: [] };
  await client.query('UPDATE issues SET prizes = $3::jsonb, counted = NULL WHERE game = $1 AND issue = $2', [
    issue.game,
    issue.issue,
    JSON.stringify(prizes),
  ]);
  return { prizes, inForce };
}

const onDrawDay = (versions: readonly Game[], { draws_at }: DrawnIssue, inForce: readonly string[] = []): Game[] =>
  versions.map((each) => gameAt(each, draws_at, inForce));

/** What an earlier issue does not win goes into this one: one that is drawn and not held up has its prizes fixed first. */
async function mustWait(client: Querying, { game, draws_at }: DrawnIssue): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM issues WHERE game = $1 AND state = 'drawn' AND prizes IS NULL AND cancelled IS NULL AND draws_at < $2
        AND (held_until IS NULL OR held_until <= caipu_now_ms()) LIMIT 1`,
    [game, draws_at],
  );
  return rows.length > 0;
}

/** Feeds the game's pool and shares it out; what the winners get out of it is theirs from now on. */
async function fromPool(
  client: Querying,
  drawn: DrawnIssue,
  described: readonly Game[],
  winners: ReadonlyMap<string, bigint>,
  stakes: string,
): Promise<SharedPool & Pick<FixedPrizes, 'inForce'>> {
  const { game, issue } = drawn;
  const { poolFen, poolSeedFen = poolFen, poolStakePermille = 0 } = described.find((each) => each.poolFen > 0) ?? NO_POOL;
  const { rows } = await client.query<{ pool: string }>('SELECT open_pool($1, $2, $3::bigint, $4, $5::bigint, $6::bigint)::text AS pool', [
    game,
    issue,
    stakes,
    poolStakePermille,
    poolFen,
    poolSeedFen,
  ]);
  const inForce = await storePoolPrizes(client, described[0] as Game, issue);
  const shared = sharePool(onDrawDay(described, drawn, inForce), winners, BigInt(rows[0]?.pool ?? 0));
  await client.query('UPDATE issue_pools SET promised = $3::bigint, shares = $4::jsonb WHERE game = $1 AND issue = $2', [
    game,
    issue,
    String(shared.promisedFen),
    JSON.stringify(shared.shares),
  ]);
  return { ...shared, inForce };
}

async function newestFirst(client: Querying, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM descriptions WHERE hash = ANY($1::text[]) ORDER BY stored_at DESC, hash',
    [hashes],
  );
  return rows.map(({ hash }) => hash);
}

/** Over every ticket of the issue; the same in any process and any number of steps. */
async function countSome(
  client: Querying,
  issue: DrawnIssue,
  before: CountProgress,
  versionOf: VersionOf,
  limit: number,
): Promise<CountProgress & { readonly done: boolean }> {
  const hashes = new Set(before.hashes);
  const selections = await nextTicketKeys(client, issue, before.after, limit);
  /** For one time (倍) of each selection: what it weighs in floating tiers, and what of its stake feeds the pool. */
  const weights = new Map<string, Map<string, bigint>>();
  const feeds = new Map<string, bigint>();
  for (const one of selections) {
    const outcome = await valueOrFault(async () => {
      const version = await versionOf(one.hash);
      return { weights: weightsOf(issue, one, version), feed: poolStakeOf(issue, one.ticket, version) };
    });
    if ('fault' in outcome) {
      // Nobody can say what the others share while one is not readable. Those that were given back have no share.
      if ((await multiplierSums(client, issue, [one.selection])).size === 0) continue;
      throw new UnreadableTicketKey(one.selection, errorText(outcome.fault));
    }
    if (outcome.value.weights === undefined) continue;
    hashes.add(one.hash);
    if (outcome.value.weights.size > 0) weights.set(one.selection, outcome.value.weights);
    if (outcome.value.feed > 0n) feeds.set(one.selection, outcome.value.feed);
  }
  const winners = new Map(Object.entries(before.winners).map(([tier, weight]) => [tier, BigInt(weight)]));
  const times = await multiplierSums(client, issue, [...new Set([...weights.keys(), ...feeds.keys()])]);
  let stakes = BigInt(before.stakes);
  for (const [selection, feed] of feeds) stakes += feed * (times.get(selection) ?? 0n);
  for (const [selection, keyWeights] of weights)
    for (const [tier, weight] of keyWeights) winners.set(tier, (winners.get(tier) ?? 0n) + weight * (times.get(selection) ?? 0n));
  const counted: CountProgress = {
    after: selections.at(-1)?.selection ?? before.after,
    winners: Object.fromEntries([...winners].map(([tier, weight]) => [tier, String(weight)])),
    hashes: [...hashes],
    stakes: String(stakes),
  };
  const done = selections.length < limit;
  if (!done)
    await client.query('UPDATE issues SET counted = $3::jsonb WHERE game = $1 AND issue = $2', [
      issue.game,
      issue.issue,
      JSON.stringify(counted),
    ]);
  return { ...counted, done };
}

/** What one time (倍) of a ticket stakes on plays with floating prizes, fen: a part of it goes into the pool. Nothing of a ticket that is void. */
export function poolStakeOf(
  issue: Pick<DrawnIssue, 'numbers' | 'draws_at'>,
  ticket: Ticket,
  version: Awaited<ReturnType<VersionOf>>,
): bigint {
  if (!numbersFitZones(version, issue.numbers)) return 0n;
  const rules = rulesOnDrawDay(version, issue);
  const lines = ticket.lines.filter(({ play }) => rules.play(play)?.play.prizes.some(({ kind }) => kind === 'floating'));
  return lines.length === 0 ? 0n : priceTicket(rules, { game: ticket.game, lines }).amountFen;
}

/** What one time (倍) of a selection weighs in each floating tier; undefined when its version has none on the day of the draw. */
function weightsOf(issue: DrawnIssue, { ticket }: KeyedTicket, version: Awaited<ReturnType<VersionOf>>): Map<string, bigint> | undefined {
  const tiers = floatingTiers(rulesOnDrawDay(version, issue).game);
  if (tiers.size === 0) return undefined;
  const lineWeights = new Map<string, bigint>();
  if (!numbersFitZones(version, issue.numbers)) return lineWeights;
  for (const win of settleTicket(rulesOnDrawDay(version, issue), { ...ticket, multiplier: 1 }, { numbers: issue.numbers }).wins) {
    const prize = tiers.get(`${ticket.lines[win.line]?.play}/${win.tier}`);
    if (prize !== undefined) lineWeights.set(prize.tier, (lineWeights.get(prize.tier) ?? 0n) + win.count * prizeWeightOf(prize));
  }
  return lineWeights;
}
