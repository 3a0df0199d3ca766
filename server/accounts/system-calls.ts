/** /api/SystemConfig. */
import { checkSystemStatus, getIp, getServerTime } from '../../protocol/calls/system-config.ts';
import { APP_VERSION } from './calls.ts';
import type { AccountServices } from './services.ts';
import { handle, type HandledCall, ok } from '../platform/index.ts';

export function systemCalls(context: AccountServices): HandledCall[] {
  return [
    handle(getIp, async ({ request }) => ok({ IP: request.ip })),
    handle(getServerTime, async () => ok({ now: context.clock.now(), speed: context.clock.speed })),
    handle(checkSystemStatus, async () =>
      ok({ maintenance: context.maintenance !== '', message: context.maintenance, version: APP_VERSION }),
    ),
  ];
}
