/** Customer service and what native wrappers ask at start. */
import { getFingerprintParam, getKfUrl } from '../../protocol/calls/system-config.ts';
import type { ContentServices } from './services.ts';
import { demoOriginFor, fillAddress } from '../payments/index.ts';
import { handle, type HandledCall, ok } from '../platform/index.ts';

/** Where customer service is when nothing else is configured; it gets the page that the player asks about. */
const DEMO_SERVICE = '{demo}/kefu/';

const pageOf = (page: string): string => (page === '' ? '' : `?page=${encodeURIComponent(page)}`);

export function serviceCalls(context: ContentServices): HandledCall[] {
  const { outside } = context;
  return [
    handle(getKfUrl, async ({ fields: { page = '', ClientInfo: client = '' }, request }) => {
      // What the phone says of itself, and not proved: customer service is there for those whose session ended, too.
      const { mid = '' } = request.query as { readonly mid?: string };
      const template = outside.kefuUrl ?? DEMO_SERVICE + pageOf(page);
      return ok(fillAddress(template, demoOriginFor(outside, request.socket.localAddress), { mid, page, client }) ?? null);
    }),
    // The agents of the reference server are not told apart by device: the id is the empty one.
    handle(getFingerprintParam, async () => ok(JSON.stringify({ agentId: '' }))),
  ];
}
