/** Customer service and what native wrappers ask at start. */
import { getFingerprintParam, getKfUrl } from '../../protocol/calls/system-config.ts';
import type { Context } from '../context.ts';
import { demoOriginFor, fillAddress } from '../outside/providers.ts';
import { type HandledCall, handle, ok } from '../web/call.ts';

/** Where customer service is when nothing else is configured. */
const DEMO_SERVICE = '{demo}/kefu/';

export function serviceCalls(context: Context): HandledCall[] {
  const { outside } = context;
  return [
    handle(getKfUrl, async ({ request }) =>
      ok(fillAddress(outside.kefuUrl ?? DEMO_SERVICE, demoOriginFor(outside, request.socket.localAddress)) ?? null),
    ),
    // The agents of the reference server are not told apart by device: the id is the empty one.
    handle(getFingerprintParam, async () => ok(JSON.stringify({ agentId: '' }))),
  ];
}
