/** Random tickets priced and settled twice: by the engine, and by the oracle that lists every bet and looks at it. */
import type { Draw, Game, Play, Prize, Ticket } from '../../../../engine/descriptions/types.ts';
import { compileGame, priceTicket, settleTicket, validateDraw, validateTicket } from '../../../../engine/rules/index.ts';
import { seeded } from './games.ts';
import { oracleBets, oracleWins } from './oracle.ts';
import { randomDraw, randomTicket } from './random-tickets.ts';

export interface Comparison {
  readonly tickets: number;
  /** Single bets looked at one by one. */
  readonly bets: number;
  /** Tickets that won something. */
  readonly winners: number;
  /** Pairs of play and tier that some ticket won, of all that the game has. */
  readonly tiersWon: ReadonlySet<string>;
  /** What the two disagree about; nothing when all is well. At most ten. */
  readonly differences: readonly string[];
}

/** More bets than this in one line are not listed; another line is made instead. */
const MOST_BETS = 2_000;

interface Answer {
  readonly bets: bigint;
  readonly amountFen: bigint;
  readonly wins: readonly string[];
  readonly prizeFen: bigint;
}

/** A prize by the dated tables of the game; `atMs` is the time of the draw, without it the prize is that of the first table. */
function prizeAt(game: Game, { code }: Play, prize: Prize, atMs: number | undefined): Prize {
  if (atMs === undefined) return prize;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(game.schedule.utcOffset ?? '+00:00') as RegExpExecArray;
  const wall = new Date(atMs + Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000).toISOString().slice(0, 19);
  let now = prize;
  for (const { from, prizes } of game.datedPrizes ?? [])
    for (const { plays, tier, ...change } of prizes)
      if (from <= wall && tier === prize.tier && plays.includes(code))
        now = { ...now, ...change, ...(change.poolPermille === undefined ? {} : { kind: 'floating' }) } as Prize;
  return now;
}

/** The oracle's answer for a ticket; undefined when a line holds no bet or too many to list. */
function byListing(game: Game, plays: ReadonlyMap<string, Play>, ticket: Required<Ticket>, draw: Draw, atMs?: number): Answer | undefined {
  let bets = 0n;
  let amountFen = 0n;
  let prizeFen = 0n;
  const wins: string[] = [];
  for (const [index, line] of ticket.lines.entries()) {
    const play = plays.get(line.play) as Play;
    const listed = oracleBets(game, play, line);
    if (listed.length === 0 || listed.length > MOST_BETS) return undefined;
    bets += BigInt(listed.length);
    amountFen += BigInt(listed.length) * BigInt(play.unitFen ?? game.unitFen);
    const won = oracleWins(game, play, listed, draw, atMs);
    for (const prize of play.prizes) {
      const count = won[prize.tier];
      if (count === undefined) continue;
      const paid = prizeAt(game, play, prize, atMs);
      const each = paid.kind === 'fixed' ? paid.fen : (draw.prizes?.[`${play.code}/${prize.tier}`] ?? paid.estimateFen);
      const fen = BigInt(each) * BigInt(count) * BigInt(ticket.multiplier);
      wins.push(`${index} ${prize.tier} ${count} ${fen}`);
      prizeFen += fen;
    }
  }
  return { bets, amountFen: amountFen * BigInt(ticket.multiplier) * BigInt(ticket.issues), wins, prizeFen };
}

function byEngine(game: Game, ticket: Ticket, draw: Draw, atMs?: number): Answer | string {
  const compiled = compileGame(game, atMs);
  const checked = validateTicket(compiled, ticket);
  if (!checked.ok) return `ticket refused: ${checked.errors.map(({ code, pointer }) => `${code} ${pointer}`).join()}`;
  const drawn = validateDraw(compiled.game, draw);
  if (!drawn.ok) return `draw refused: ${drawn.errors.map(({ code, pointer }) => `${code} ${pointer}`).join()}`;
  const { bets, amountFen } = priceTicket(compiled, checked.value);
  const { wins, prizeFen } = settleTicket(compiled, checked.value, drawn.value);
  return { bets, amountFen, wins: wins.map(({ line, tier, count, prizeFen: fen }) => `${line} ${tier} ${count} ${fen}`), prizeFen };
}

const text = (answer: Answer) => `${answer.bets} bets ${answer.amountFen} fen, won ${answer.prizeFen} fen: ${answer.wins.join('; ')}`;

/**
 * Compares `count` random tickets of a game. `beat` is called now and then with the number done, to show progress.
 * Every play is as often the first line of a ticket as any other.
 */
export function compareTickets(game: Game, count: number, seed: number, beat: (done: number) => void = () => {}): Comparison {
  const random = seeded(seed);
  const plays = new Map(game.playGroups.flatMap((group) => group.plays).map((play) => [play.code, play]));
  const list = [...plays.values()];
  const differences: string[] = [];
  const tiersWon = new Set<string>();
  let tickets = 0;
  let winners = 0;
  let bets = 0;
  for (let tries = 0; tickets < count; tries++) {
    if (tries > 20 * count + 1000) throw new Error(`${game.code}: no tickets to be had (${tickets} of ${count})`);
    const draw = randomDraw(game, random);
    // A day between 2026 and 2036, for the sets that change with the year.
    const atMs = game.sets ? Date.UTC(2026, 0, 1) + random(3_700) * 86_400_000 : undefined;
    const ticket = randomTicket(game, list[tickets % list.length] as Play, draw, random, atMs);
    const expected = byListing(game, plays, ticket, draw, atMs);
    if (!expected) continue;
    tickets++;
    if (tickets % 1_000 === 0) beat(tickets);
    bets += Number(expected.bets);
    if (expected.wins.length > 0) winners++;
    for (const win of expected.wins) {
      const [line, tier] = win.split(' ');
      tiersWon.add(`${ticket.lines[Number(line)]?.play}/${tier}`);
    }
    const found = byEngine(game, ticket, draw, atMs);
    const got = typeof found === 'string' ? found : text(found);
    if (got === text(expected)) continue;
    differences.push(`${JSON.stringify({ ticket, draw, atMs })}\n  engine: ${got}\n  oracle: ${text(expected)}`);
    if (differences.length === 10) break;
  }
  return { tickets, bets, winners, tiersWon, differences };
}
