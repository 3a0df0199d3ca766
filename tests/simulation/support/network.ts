/** The network between a phone and the cluster: it loses requests and answers, sends twice, delays and so changes the order. */
import type { Fetch } from '../../../engine/drivers/network.ts';
import { callOf } from '../../../protocol/calls/table.ts';
import type { Chance } from './chance.ts';
import type { ServerCluster, WireRequest } from './cluster.ts';
import type { Stage } from './stage.ts';
import type { ServerAnswer, Witness } from './witness.ts';

export interface NetworkWeather {
  /** Probability of a fault for each request. */
  faults: number;
}

const FAULTS = ['request lost', 'silent', 'answer lost', 'doubled', 'late'] as const;

export function networkOf(
  cluster: ServerCluster,
  stage: Stage,
  witness: Witness,
  air: NetworkWeather,
  chance: Chance,
  phone: string,
  address: string,
): Fetch {
  const delay = (): number => (chance.happens(0.05) ? chance.between(300, 6_000) : chance.between(5, 120));

  async function deliver(wire: WireRequest, requestText: string, key: string | undefined): Promise<{ status: number; text: string }> {
    const answer = await cluster.answer(wire, chance.below(60_000));
    const body = read(answer.text);
    const outcome = requestText.includes('/api/order/outcome');
    stage.note(
      `answer  ${requestText}  ${answer.status} ${body?.status ?? ''}${outcome ? ` ${(body?.models as { state?: string } | null)?.state ?? ''}` : ''}`,
    );
    if (body !== undefined && key !== undefined) {
      if (outcome) {
        if (body.status === 0) witness.outcome(key, body.models as never);
      } else witness.answered(key, body);
    }
    return answer;
  }

  return async (url, init) => {
    const headers = { ...(init.headers as Record<string, string> | undefined) };
    const { pathname, searchParams } = new URL(url, 'http://page.test');
    const path = callOf(pathname)?.path ?? pathname.replace(/[0-9a-f]{16,}/, '*');
    const key = headers['Idempotency-Key'] ?? (path === '/api/order/outcome' ? (searchParams.get('key') ?? undefined) : undefined);
    const requestText = `${phone} ${path}${key === undefined ? '' : ` ${key.slice(-12)}`}`;
    const wire: WireRequest = { method: init.method ?? 'GET', url, headers, body: init.body as string | undefined, from: address };
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    aborted.catch(() => {});

    const exchange = (async () => {
      const fault = chance.happens(air.faults) ? chance.one(FAULTS) : undefined;
      if (fault !== undefined) stage.note(`net ${fault}  ${requestText}`);
      await stage.pause(delay());
      if (fault === 'request lost') throw new TypeError('Failed to fetch');
      if (fault === 'silent') return new Promise<never>(() => {});
      // By then the phone has given up, and asked.
      if (fault === 'late') await stage.pause(chance.between(8_000, 40_000));
      if (fault === 'doubled') {
        const later = chance.between(0, 15_000);
        void (async () => {
          await stage.pause(later);
          await deliver(wire, `${requestText} again`, key).catch(() => {});
        })();
      }
      const answer = await deliver(wire, requestText, key);
      await stage.pause(delay());
      if (fault === 'answer lost') {
        if (chance.happens(0.5)) return new Promise<never>(() => {});
        throw new TypeError('Failed to fetch');
      }
      stage.stirred();
      return new Response(answer.text, { status: answer.status });
    })();
    exchange.catch(() => {});
    return Promise.race([exchange, aborted]);
  };
}

function read(text: string): ServerAnswer | undefined {
  try {
    const value = JSON.parse(text) as Partial<ServerAnswer> | null;
    return typeof value === 'object' && value !== null && typeof value.status === 'number' ? (value as ServerAnswer) : undefined;
  } catch {
    return undefined;
  }
}
