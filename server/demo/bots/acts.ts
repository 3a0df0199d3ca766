/** What a demonstration player does, each a call that a phone makes. A refusal is no failure: the next act comes soon. */
import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { DemoServices } from '../services.ts';
import words from './bots.json' with { type: 'json' };
import type { BotPhone } from './phone.ts';
import { randomMatches, randomNumberLines, randomItem } from './tickets.ts';
import { MINUTE_MS } from '../../platform/index.ts';

export type BotAct = 'quick' | 'weekly' | 'match' | 'group' | 'join' | 'release' | 'follow';

const between = (from: number, to: number): number => randomInt(from, to + 1);
const isAccepted = (answer: Envelope<unknown>): boolean => answer.status === STATUS.ok;

type Doing = (context: DemoServices, phone: BotPhone) => Promise<boolean>;

const betNumbers = async (context: DemoServices, phone: BotPhone, code: string, plays: readonly string[]): Promise<boolean> => {
  const filled = randomNumberLines(context, code, plays, between(1, 5), between(1, 3));
  if (filled === undefined) return false;
  const { ticket, hash, amountFen } = filled;
  return isAccepted(await phone.call('POST', '/api/lottery/bet_szc', { id: uuidv7(), ticket, hash, amountFen: String(amountFen) }));
};

const offersOf = async (phone: BotPhone, code: string): Promise<Parameters<typeof randomMatches>[2]> => {
  const answer = await phone.call<{ matches: Parameters<typeof randomMatches>[2] }>('GET', '/api/SiteMsg/AppSPLotteryPageInfo', {
    game: code,
  });
  return answer.models?.matches ?? [];
};

const betMatches = async (
  context: DemoServices,
  phone: BotPhone,
  size: Omit<Parameters<typeof randomMatches>[3], 'legs'>,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> => {
  const code = randomItem(words.matches) ?? '';
  const filled = randomMatches(context, code, await offersOf(phone, code), { ...size, legs: between(2, 4) });
  if (filled === undefined) return false;
  const { ticket, hash, amountFen } = filled;
  const fields = { ticket, hash, amountFen: String(amountFen), oddsPolicy: 'any', ...more };
  return isAccepted(await phone.call('POST', '/api/lottery/bet_jc', fields));
};

interface Group {
  readonly hmId: string;
  readonly leftShares: number;
  readonly state: string;
  readonly who: { readonly mid: string };
}
const openGroups = async (phone: BotPhone): Promise<readonly Group[]> =>
  (await phone.call<{ items: readonly Group[] }>('GET', '/api/hm/list', { state: 'open', size: '20' })).models?.items ?? [];

/** Shares that the price can be cut into at one yuan each; secrecy and commission as people choose them. */
const startGroup: Doing = async (context, phone) => {
  if ((await openGroups(phone)).length >= words.mostOpenGroups) return false;
  const sport = randomItem(words.matches) ?? '';
  const size = { legs: between(2, 4), choices: 2, least: 60 * MINUTE_MS, multiplier: between(5, 30) };
  const filled =
    randomInt(2) === 0
      ? randomNumberLines(context, randomItem(words.weekly) ?? '', [], between(5, 20), between(2, 10))
      : randomMatches(context, sport, await offersOf(phone, sport), size);
  if (filled === undefined || filled.amountFen > 200_000) return false;
  const shares = filled.amountFen / 100;
  const ownShares = Math.max(Math.ceil(shares / 20), Math.floor((shares * between(5, 30)) / 100));
  return isAccepted(
    await phone.call('POST', '/api/lottery/bet_together', {
      id: uuidv7(),
      ticket: filled.ticket,
      hash: filled.hash,
      amountFen: String(filled.amountFen),
      shares: String(shares),
      ownShares: String(ownShares),
      guaranteeShares: String(Math.floor((shares * between(0, 30)) / 100)),
      commission: String(between(0, 8)),
      security: String(randomItem([0, 0, 1, 2, 2]) ?? 0),
      title: randomItem(words.titles) ?? '',
      text: randomItem(words.declarations) ?? '',
    }),
  );
};

const say = (phone: BotPhone, about: Readonly<Record<string, string>>) =>
  phone.call('GET', '/api/order/addUserComment', { ...about, text: randomItem(words.comments) ?? '' });

const joinGroup: Doing = async (_context, phone) => {
  const group = randomItem((await openGroups(phone)).filter(({ who, leftShares }) => leftShares > 0 && who.mid !== String(phone.userId)));
  if (group === undefined) return false;
  // Mostly some shares stay free, so that a visitor finds open orders in the lobby.
  const all = group.leftShares <= 60 && randomInt(6) === 0;
  const most = Math.min(20, group.leftShares - 5);
  if (!all && most < 1) return false;
  const answer = await phone.call('POST', '/api/lottery/bet_join', { hmId: group.hmId, shares: String(all ? 0 : between(1, most)) });
  if (isAccepted(answer) && randomInt(3) === 0) await say(phone, { hmId: group.hmId });
  return isAccepted(answer);
};

interface Release {
  readonly releaseId: string;
  readonly unitFen: number;
  readonly minFollowFen: number;
  readonly status: string;
  readonly mine: boolean;
  readonly offer?: { readonly oddsVersion: string } | null;
}

const followRelease: Doing = async (_context, phone) => {
  const { models } = await phone.call<{ items: readonly Release[] }>('GET', '/api/order/queryFDList', { size: '20' });
  const release = randomItem((models?.items ?? []).filter(({ status, mine }) => status === 'open' && !mine));
  if (release === undefined) return false;
  const { releaseId, unitFen, minFollowFen } = release;
  const detail = await phone.call<Release>('GET', '/api/order/queryReleaseDetailInfo', { releaseId });
  const oddsVersion = detail.models?.offer?.oddsVersion;
  if (oddsVersion === undefined) return false;
  const times = Math.max(Math.ceil(minFollowFen / unitFen), between(1, 10));
  const fields = { releaseId, times: String(times), amountFen: String(times * unitFen), oddsVersion, oddsPolicy: 'any' };
  const answer = await phone.call('POST', '/api/Lottery/Bet_JC_Follow', fields);
  if (isAccepted(answer) && randomInt(3) === 0) await say(phone, { releaseId });
  return isAccepted(answer);
};

/** Matches of a demonstration league, which are over within minutes: so players who release have results in the first hour. */
const SOON = { least: 3 * MINUTE_MS, most: 12 * MINUTE_MS };

export const BOT_ACTS: Readonly<Record<BotAct, Doing>> = {
  quick: async (context, phone) => {
    const [code = '', plays = []] = randomItem(Object.entries<readonly string[]>(words.quick)) ?? [];
    return betNumbers(context, phone, code, plays);
  },
  weekly: (context, phone) => betNumbers(context, phone, randomItem(words.weekly) ?? '', []),
  match: (context, phone) => betMatches(context, phone, { choices: 1, least: MINUTE_MS, multiplier: between(1, 10) }),
  group: startGroup,
  join: joinGroup,
  release: (context, phone) =>
    betMatches(
      context,
      phone,
      { choices: 1, multiplier: between(100, 150), ...(randomInt(2) === 0 ? SOON : { least: 30 * MINUTE_MS }) },
      {
        release: '1',
        commission: String(between(0, 10)),
        security: String(randomItem([0, 1, 2, 2]) ?? 2),
        text: randomItem(words.releaseWords) ?? '',
      },
    ),
  follow: followRelease,
};
