/** /api/SystemConfig. */
import type { IpModels, ServerTimeModels, SystemStatusModels } from '../../protocol/calls.ts';
import type { Context } from '../context.ts';
import { APP_VERSION } from '../accounts/calls.ts';
import { type Call, ok } from '../web/call.ts';

export function systemCalls(context: Context): Call<string>[] {
  return [
    {
      method: 'GET',
      path: '/api/SystemConfig/GetIP',
      summary: '客户端地址',
      handle: async ({ request }) => ok<IpModels>({ IP: request.ip }),
    },
    {
      method: 'GET',
      path: '/api/SystemConfig/GetServerTime',
      summary: '服务器时间',
      handle: async () => ok<ServerTimeModels>({ now: context.clock.now(), speed: context.clock.speed }),
    },
    {
      method: 'GET',
      path: '/api/SystemConfig/CheckSystemStatus',
      summary: '系统状态',
      handle: async () =>
        ok<SystemStatusModels>({ maintenance: context.maintenance !== '', message: context.maintenance, version: APP_VERSION }),
    },
  ];
}
