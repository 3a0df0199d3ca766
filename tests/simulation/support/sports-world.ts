/**
 * Matches of a simulated world: they come on sale, their odds move, they end, are called off, put off and corrected. What an operator or a
 * feed from outside does, done over the database of a running server, so that it fails and is repeated as everything else.
 */
import type { Querying } from '../../../server/platform/database/database.ts';
import { score } from '../../server/support/sports.ts';
import type { Chance } from './chance.ts';
import type { ServerCluster } from './cluster.ts';
import type { Stage } from './stage.ts';

/** The game that is sold, and its plays; handicaps are −1. */
export const SPORT = 'jczq';
const ODDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BRQSPF: { '3': '1.85', '1': '3.40', '0': '3.60' },
  SPF: { '3': '3.45', '1': '3.50', '0': '1.80' },
  ZJQ: { '0': '9.50', '1': '4.20', '2': '3.30', '3': '3.60', '4': '5.80', '5': '11.00', '6': '20.00', '7': '30.00' },
};

/** Puts a match on sale and writes its first odds down, in one statement. */
const OPEN = `
WITH at AS (SELECT caipu_now_ms() AS n, next_match_version() AS v),
made AS (
  INSERT INTO matches (id, sport, league, home, away, starts_at, source, version)
  SELECT $1, 'football', 'TST', 'aa', 'bb', n + $4::bigint, 'test', v FROM at ON CONFLICT DO NOTHING RETURNING version),
offered AS (
  INSERT INTO offers (game, match_id, code, sale_day, position, numbers, singles, opens_at, single_stops_at, pass_stops_at, odds, odds_version, version)
  SELECT $2, $1, '周日' || lpad($3::text, 3, '0'), '2026-11-22', $3::int, '{"handicap": "-1"}', ARRAY['BRQSPF', 'SPF', 'ZJQ'], n, n + $6::bigint,
         n + $5::bigint, $7::jsonb, v, v FROM at, made)
INSERT INTO odds_moves (game, match_id, version, at, odds) SELECT $2, $1, v, n, $7::jsonb FROM at, made`;

/** Moves odds at an instant of their own: the offer is held alone. */
const MOVE = `
WITH held AS MATERIALIZED (SELECT lock_offers(jsonb_build_array(jsonb_build_object('game', $1::text, 'match', $2::text)))),
moved AS (
  UPDATE offers SET odds = jsonb_set(odds, ARRAY[$3::text, $4::text], to_jsonb($5::text)), version = next_match_version() FROM held
   WHERE game = $1 AND match_id = $2 AND result IS NULL RETURNING game, match_id, version, odds)
INSERT INTO odds_moves (game, match_id, version, at, odds) SELECT game, match_id, version, caipu_now_ms(), odds FROM moved`;

export class SportsWorld {
  readonly #stage: Stage;
  readonly #cluster: ServerCluster;
  readonly #chance: Chance;
  readonly #busy: boolean;
  #made = 0;
  resting = false;

  /** `busy`: there is always something to bet on. */
  constructor(stage: Stage, cluster: ServerCluster, chance: Chance, busy: boolean) {
    this.#busy = busy;
    this.#stage = stage;
    this.#cluster = cluster;
    this.#chance = chance;
  }

  /** A few matches to begin with, and then one thing after another. */
  async begin(): Promise<void> {
    for (let some = this.#busy ? 6 : 3; some > 0; some -= 1) await this.#open(this.#database() as Querying);
    void this.#live();
  }

  #database(): Querying | undefined {
    return this.#cluster.servers[0]?.context.database;
  }

  async #live(): Promise<void> {
    for (;;) {
      await this.#stage.pause(this.#chance.between(400, 5_000));
      if (this.resting) return;
      void this.#act().catch((error: Error) => this.#stage.note(`sports gives up: ${error.message.slice(0, 80)}`));
    }
  }

  async #act(): Promise<void> {
    const database = this.#database();
    if (database === undefined) return;
    const what = this.#chance.next();
    if (what < (this.#busy ? 0.5 : 0.25)) return this.#open(database);
    if (what < 0.55) return this.#move(database);
    if (what < 0.88) return this.#end(database, 'starts_at <= caipu_now_ms()', false);
    if (what < 0.91) return this.#end(database, 'starts_at > caipu_now_ms()', true);
    if (what < 0.94) return this.#putOff(database);
    return this.#correct(database);
  }

  async #open(database: Querying): Promise<void> {
    this.#made += 1;
    const id = `m${String(this.#made).padStart(3, '0')}`;
    const startsIn = this.#chance.between(12_000, 70_000);
    const stopsIn = startsIn - this.#chance.between(500, 6_000);
    this.#stage.note(`sports opens ${id}`);
    await database.query(OPEN, [
      id,
      SPORT,
      String(this.#made),
      startsIn,
      stopsIn,
      this.#chance.between(stopsIn, startsIn),
      JSON.stringify(ODDS),
    ]);
  }

  async #move(database: Querying): Promise<void> {
    const id = await this.#some(database, 'o.result IS NULL');
    if (id === undefined) return;
    const play = this.#chance.one(Object.keys(ODDS));
    const choice = this.#chance.one(Object.keys(ODDS[play] as object));
    const odds = `${this.#chance.between(1, 9)}.${this.#chance.between(10, 99)}`;
    this.#stage.note(`sports moves ${id} ${play} ${choice} ${odds}`);
    await database.query(MOVE, [SPORT, id, play, choice, odds]);
  }

  async #end(database: Querying, when: string, off: boolean): Promise<void> {
    const id = await this.#some(database, `o.result IS NULL AND m.${when}`);
    if (id === undefined) return;
    const result = off ? { void: true } : this.#result();
    this.#stage.note(`sports ends ${id} ${JSON.stringify(result)}`);
    await this.#playTo(database, id, 'starts_at <= caipu_now_ms()');
    await database.query('SELECT enter_result($1, $2::jsonb, $3)', [id, JSON.stringify(result), this.#chance.one([0, 0, 3_000])]);
  }

  #result(): object {
    if (this.#chance.happens(0.15)) return { void: true };
    return score([this.#chance.between(0, 4), this.#chance.between(0, 4)]);
  }

  async #putOff(database: Querying): Promise<void> {
    const id = await this.#some(database, 'o.result IS NULL');
    if (id === undefined) return;
    const later = this.#chance.between(5_000, 30_000);
    this.#stage.note(`sports puts ${id} off by ${later}`);
    await database.query('SELECT postpone_match(id, starts_at + $2) FROM matches WHERE id = $1', [id, later]);
  }

  /** Two operators correct the result of a match whose bets were paid. */
  async #correct(database: Querying): Promise<void> {
    const id = await this.#some(database, 'o.result IS NOT NULL');
    if (id === undefined) return;
    const result = JSON.stringify(this.#result());
    this.#stage.note(`sports corrects ${id} ${result}`);
    await this.#playTo(database, id, 'true');
    const { rows } = await database.query<{ proposed: number | null }>(
      `SELECT propose_correction($1, $2::jsonb, 'wrong', 'one', 'a') AS proposed`,
      [id, result],
    );
    if (rows[0]?.proposed) await database.query(`SELECT sign_correction($1, 'two', 'b')`, [rows[0].proposed]);
  }

  /** Matches here end seconds after they began: this one has been played for long enough to be over. */
  async #playTo(database: Querying, id: string, when: string): Promise<void> {
    await database.query(`UPDATE matches SET starts_at = least(starts_at, caipu_now_ms() - 5400000) WHERE id = $1 AND ${when}`, [id]);
  }

  async #some(database: Querying, where: string): Promise<string | undefined> {
    const { rows } = await database.query<{ id: string }>(
      `SELECT m.id FROM matches m JOIN offers o ON o.match_id = m.id WHERE ${where} ORDER BY m.id`,
    );
    return rows.length === 0 ? undefined : this.#chance.one(rows).id;
  }

  /** Whatever has no result yet gets one. */
  async finish(): Promise<void> {
    const database = this.#database() as Querying;
    const { rows } = await database.query<{ id: string }>(
      'SELECT m.id FROM matches m JOIN offers o ON o.match_id = m.id WHERE o.result IS NULL ORDER BY m.id',
    );
    for (const { id } of rows) {
      const result = JSON.stringify(this.#result());
      await this.#playTo(database, id, 'starts_at <= caipu_now_ms()');
      const { rows: done } = await database.query<{ result: string }>('SELECT enter_result($1, $2::jsonb, 0) AS result', [id, result]);
      // One that has not kicked off yet is called off.
      if (done[0]?.result === 'early') await database.query(`SELECT enter_result($1, '{"void": true}', 0)`, [id]);
      this.#stage.note(`sports ends ${id} at last`);
    }
  }
}
