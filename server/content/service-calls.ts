/** Customer service and what native wrappers ask at start. */
import { getFingerprintParam, getKfUrl } from '../../protocol/calls/system-config.ts';
import type { ContentServices } from './services.ts';
import { demoOriginFor, fillAddress } from '../payments/index.ts';
import { handle, type HandledCall, ok } from '../platform/index.ts';

/** Address of customer service when none is configured. Its query names the page that the player asks about. */
const DEMO_SERVICE = '{demo}/kefu/';

const pageOf = (page: string): string => (page === '' ? '' : `?page=${encodeURIComponent(page)}`);

export function serviceCalls(context: ContentServices): HandledCall[] {
  const { outside } = context;
  return [
    handle(getKfUrl, async ({ fields: { page = '', ClientInfo: client = '' }, request }) => {
      // The client sends `mid`, and the server does not verify it: players whose session has ended need customer service, too.
      const { mid = '' } = request.query as { readonly mid?: string };
      const template = outside.kefuUrl ?? DEMO_SERVICE + pageOf(page);
      return ok(fillAddress(template, demoOriginFor(outside, request.socket.localAddress), { mid, page, client }) ?? null);
    }),
    // The reference server does not find a player's agent by the device, so the id is empty.
    handle(getFingerprintParam, async () => ok(JSON.stringify({ agentId: '' }))),
  ];
}
