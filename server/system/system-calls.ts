/** /api/SystemConfig. */
import { checkSystemStatus, getIp, getServerTime } from '../../protocol/calls/system-config.ts';
import { APP_VERSION } from '../accounts/calls.ts';
import type { Context } from '../context.ts';
import { type HandledCall, handle, ok } from '../web/call.ts';

export function systemCalls(context: Context): HandledCall[] {
  return [
    handle(getIp, async ({ request }) => ok({ IP: request.ip })),
    handle(getServerTime, async () => ok({ now: context.clock.now(), speed: context.clock.speed })),
    handle(checkSystemStatus, async () =>
      ok({ maintenance: context.maintenance !== '', message: context.maintenance, version: APP_VERSION }),
    ),
  ];
}
