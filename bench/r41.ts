/**
 * R41: what one account that asks in a loop takes from everybody else: bets of others a second with 64 connections of one account beside
 * them, over the same bets without, on two processes and PostgreSQL as it comes. Limits by the minute are set so high that they refuse
 * nothing: they would end the attack by themselves, and the bench is about the seconds before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { type LoadReport, type LoadWindow, type CallInPlaceOfBets, registerPlayers, differentBets, prepareLoad } from './lib/bets.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { build, startServer, untilIdle } from './lib/product.ts';
import { summarise } from './lib/rounds.ts';
import { grantPlayMoney } from './s1.ts';

const BETTORS = 32;
const ATTACKER_CONNECTIONS = 64;
/** More than an account may have in flight: most of these are refused, each at once, and asks again. */
const HOT_CONNECTIONS = 256;
/** Windows of time, with the attack and without it in turn: short, so that what else the machine does is in both. */
const WINDOW_MS = 1_500;

interface Attack extends CallInPlaceOfBets {
  /** How it is called in the ids of its figures. */
  readonly name: string;
  readonly connections?: number;
}

const ATTACKS: readonly Attack[] = [
  { name: 'summary', method: 'GET', path: '/api/fund/Summary', fields: {} },
  { name: 'levels', method: 'GET', path: '/api/UserCenter/Levels', fields: {} },
  { name: 'counts', method: 'GET', path: '/api/SiteMsg/MsgCounts', fields: {} },
  { name: 'out', method: 'GET', path: '/api/fund/out', fields: { target: 'yuebao', amountFen: '1' } },
  { name: 'setname', path: '/api/account/setname', fields: { name: '彩谱玩家' } },
  { name: 'export', method: 'GET', path: '/api/fund/Export', fields: {} },
  { name: 'hot', method: 'GET', path: '/api/fund/Summary', fields: {}, connections: HOT_CONNECTIONS },
];

const statusText = (statuses: LoadReport['statuses']): string =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');

const bench: Bench = {
  id: 'R41',
  title: 'one account in a loop of 64 connections beside the bets of others',
  async run(context) {
    await build(context);
    const postgres = await startPostgres([]);
    context.onEnd(() => postgres.stop());
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-r41-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const env = { DATABASE_URL: postgres.url, CAIPU_DATA: folder, CAIPU_LIMITS: '1000' };
    const first = await startServer(context, env);
    const all = await registerPlayers(first.url, BETTORS + 1);
    await grantPlayMoney(postgres.url, all);
    const bets = await differentBets(first.url);
    const second = await startServer(context, env);
    await untilIdle(context, [first, second]);
    const urls = [first.url, second.url];
    const attacker = all[BETTORS]?.token as string;
    const pairs = context.quick ? 4 : 9;
    const seconds = ((2 * pairs + 2) * WINDOW_MS) / 1000;
    const tokens = all.slice(0, BETTORS).map(({ token }) => token);

    /** Bets all the time, and the attack in every second window. */
    async function measured({ name: _name, connections = ATTACKER_CONNECTIONS, ...call }: Attack) {
      const load = { urls, seconds, bets };
      const attack = await prepareLoad({
        ...{ ...load, call, connections, tokens: [attacker], expected: 0, live: true },
        pulse: { ms: WINDOW_MS, asks: 'on' },
      });
      const others = await prepareLoad({
        ...load,
        connections: BETTORS,
        tokens,
        expected: 2_500,
        pulse: { ms: WINDOW_MS, asks: 'always' },
      });
      const [own, attacking] = await Promise.all([others(), attack()]);
      const beside = own.windows.filter(({ on }) => on);
      const without = own.windows.filter(({ on }) => !on);
      const many = Math.min(beside.length, without.length);
      return { own, attack: attacking, beside: beside.slice(0, many), without: without.slice(0, many) };
    }

    const perSecond = ({ accepted }: LoadWindow): number => (accepted * 1000) / WINDOW_MS;
    const figures: Figure[] = [];
    for (const each of ATTACKS) {
      const { name, path, connections = ATTACKER_CONNECTIONS } = each;
      const { own, attack, beside, without } = await measured(each);
      const rate = summarise(beside.map(perSecond), without.map(perSecond));
      const p99 = summarise(
        beside.map((window) => window.p99),
        without.map((window) => window.p99),
      );
      const { refused } = own;
      const last = attack.statuses;
      figures.push(
        {
          id: `R41.${name}`,
          what: `accepted bets/s of ${BETTORS} connections beside ${connections} of one account that ask for ${path}, over those without`,
          value: rate.ratio,
          unit: '×',
          // More than 64 have no goal: the load itself takes processor time that the bets would have.
          ...(connections > ATTACKER_CONNECTIONS ? {} : { goal: { at: 'least', value: 0.8 } as const }),
          against: { what: 'the same bets without', ours: `${rate.a.toFixed(0)}/s`, theirs: `${rate.b.toFixed(0)}/s` },
          rounds: rate.rounds,
          range: rate.range,
          note: `the account was answered ${statusText(last)} in ${pairs + 1} windows of ${WINDOW_MS} ms; its load took ${(2 * attack.ownCpu).toFixed(2)} cores`,
        },
        {
          id: `R41.${name}.p99`,
          what: 'latency of these bets at 99 %',
          value: p99.ratio,
          unit: '×',
          goal: { at: 'most', value: 2 },
          against: { what: 'the same bets without', ours: `${p99.a.toFixed(1)} ms`, theirs: `${p99.b.toFixed(1)} ms` },
          rounds: p99.rounds,
          range: p99.range,
        },
        {
          id: `R41.${name}.refused`,
          what: 'of these bets, those that were refused',
          value: refused,
          unit: '',
          goal: { at: 'exactly', value: 0 },
        },
      );
      context.say(`${name}: ${rate.ratio.toFixed(2)}× bets, p99 ${p99.ratio.toFixed(2)}×, ${refused} refused; account ${statusText(last)}`);
    }
    await Promise.all([first.stop(), second.stop()]);
    return figures;
  },
};
export default bench;
