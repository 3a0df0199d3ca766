/** A company behind HTTP with signed messages: docs/providers.md describes them for authors of the other side. */
import { requestSigned, type SignedMessage } from '../../recharges/wire.ts';
import type { Company, CompanyAnswer, CompanyBet } from './company.ts';

export interface HttpCompanyOptions {
  readonly code: string;
  readonly name: string;
  /** Where it is asked: `{address}/move` and so on. */
  readonly address: string;
  /** Shared with it, at least 32 characters. */
  readonly secret: string;
}

/** An answer that does not say what it must. */
class Unreadable extends Error {}

const whole = (text: string | undefined, what: string): number => {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new Unreadable(`${what} is no whole number: ${String(text).slice(0, 40)}`);
  return Number(text);
};

function answerOf({ is, note = '' }: SignedMessage): CompanyAnswer {
  if (is === 'done') return { is };
  if (is === 'refused') return { is, note: note.slice(0, 200) };
  throw new Unreadable(`is must be done or refused, and not ${String(is).slice(0, 40)}`);
}

function betsOf(text: string | undefined): CompanyBet[] {
  const read: unknown = JSON.parse(text ?? '');
  if (!Array.isArray(read) || read.length > 100) throw new Unreadable('items must be a list of at most 100 bets');
  return (read as Partial<Record<keyof CompanyBet, unknown>>[]).map(({ id, game, stakeFen, prizeFen, result = '', at }) => {
    const good =
      typeof id === 'string' &&
      id.length <= 64 &&
      typeof game === 'string' &&
      game.length <= 64 &&
      typeof result === 'string' &&
      [stakeFen, prizeFen, at].every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
    if (!good) throw new Unreadable('a bet is {"id", "game", "stakeFen", "prizeFen", "result", "at"}');
    return { id, game, stakeFen: stakeFen as number, prizeFen: prizeFen as number, result: result.slice(0, 200), at: at as number };
  });
}

export function httpCompany({ code, name, address, secret }: HttpCompanyOptions): Company {
  const base = address.replace(/\/$/, '');
  return {
    code,
    name,
    async move({ requestId, player, direction, amountFen }) {
      const fields = { requestId, player: String(player), direction, amountFen: String(amountFen) };
      const answer = await requestSigned(`${base}/move`, secret, 'move', fields);
      // An answer to another request says nothing about this one.
      if (answer.requestId !== requestId) throw new Unreadable('requestId is not the one that was asked about');
      return answerOf(answer);
    },
    async ask(requestId) {
      const answer = await requestSigned(`${base}/ask`, secret, 'ask', { requestId });
      if (answer.requestId !== requestId) throw new Unreadable('requestId is not the one that was asked about');
      return answer.is === 'unknown' ? { is: 'unknown' } : answerOf(answer);
    },
    async balance(player) {
      return whole((await requestSigned(`${base}/balance`, secret, 'balance', { player: String(player) })).balanceFen, 'balanceFen');
    },
    async launch({ player, game }) {
      const { url } = await requestSigned(`${base}/launch`, secret, 'launch', { player: String(player), game });
      if (url === undefined || !/^https?:\/\/[^\s"'<>]{1,2000}$/.test(url))
        throw new Unreadable('url must be the whole address of the game');
      return { url };
    },
    async bets(player, cursor, size) {
      const { items, next = '' } = await requestSigned(`${base}/bets`, secret, 'bets', {
        player: String(player),
        cursor: cursor ?? '',
        size: String(size),
      });
      return { items: betsOf(items), next: next === '' ? null : next.slice(0, 200) };
    },
  };
}
