/** Customer service and what native wrappers ask at start. */
import type { Context } from '../context.ts';
import { type Call, ok } from '../web/call.ts';
import { demoOriginFor, fillAddress } from '../outside/providers.ts';

/** Where customer service is when nothing else is configured. */
const DEMO_SERVICE = '{demo}/kefu/';

export function serviceCalls(context: Context): Call<string>[] {
  const { outside } = context;
  return [
    {
      method: 'GET',
      path: '/api/SystemConfig/GetKFUrl',
      summary: '客服地址；没有时 models 为空',
      fields: { page: { type: 'string', maxLength: 2_000 }, ClientInfo: { type: 'string', maxLength: 4_000 } },
      handle: async ({ request }) => ok(fillAddress(outside.kefuUrl ?? DEMO_SERVICE, demoOriginFor(outside, request.hostname)) ?? null),
    },
    {
      method: 'GET',
      path: '/api/SystemConfig/GetFingerprintParam',
      summary: '代理编号（原生外壳）：models 是 JSON 文本',
      fields: { fingerprint: { type: 'string', maxLength: 128 } },
      // The agents of the reference server are not told apart by device: the id is the empty one.
      handle: async () => ok(JSON.stringify({ agentId: '' })),
    },
  ];
}
