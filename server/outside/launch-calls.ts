/** Third-party games and activities: what there is, and where it opens. */
import type { ActivityModels, OutsideGamesModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import activities from '../content/activities.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { type Call, ok, refuse } from '../web/call.ts';
import { demoOriginFor, fillAddress } from './providers.ts';

const CODE = { type: 'string', minLength: 1, maxLength: 64 } as const;

export function launchCalls(context: Context): Call<string>[] {
  const { outside } = context;
  const providerOf = (company: string) => outside.providers.find((each) => each.company.toLowerCase() === company.toLowerCase());

  const gamesOf = (path: string, summary: string, company?: string): Call<string> => ({
    method: 'GET',
    path,
    summary,
    fields: { company: CODE },
    async handle({ fields }) {
      const provider = providerOf(fields.company ?? company ?? '');
      if (provider === undefined && fields.company !== undefined) return refuse(STATUS.notFound, '没有这家游戏公司');
      return ok<OutsideGamesModels>({
        company: provider?.company ?? company ?? '',
        name: provider?.name ?? '',
        items: (provider?.games ?? []).map(({ code, name, note = '', page = '1' }) => ({
          code,
          name,
          note,
          page,
          company: provider?.company ?? '',
        })),
        next: null,
      });
    },
  });

  return [
    gamesOf('/api/SiteMsg/GetSlotsGameList', '游戏列表', 'demo'),
    gamesOf('/api/SiteMsg/GetLCPokerGameList', '棋牌列表', 'lc'),
    gamesOf('/api/SiteMsg/GetFHLLGameList', '凤凰游戏列表', 'fhll'),
    {
      method: 'GET',
      path: '/api/lottery/LaunchUrl',
      summary: '第三方游戏的地址',
      session: 'required',
      fields: { gamecode: CODE, company: CODE },
      required: ['gamecode', 'company'],
      async handle({ fields, request }) {
        const provider = providerOf(fields.company ?? '');
        const game = provider?.games.find(({ code }) => code.toLowerCase() === (fields.gamecode ?? '').toLowerCase());
        if (provider === undefined || game === undefined) return refuse(STATUS.notFound, '没有这个游戏');
        const demo = demoOriginFor(outside, request.hostname);
        const url = fillAddress(provider.launchUrl, demo, { gamecode: game.code, company: provider.company });
        return url === undefined ? refuse(STATUS.disabled, '演示游戏没有开启') : ok(url);
      },
    },
    {
      method: 'GET',
      path: '/api/SystemConfig/QueryActivity_Setting',
      summary: '活动',
      async handle({ request }) {
        const demo = demoOriginFor(outside, request.hostname);
        const items = activities.flatMap(({ url, ...activity }) => {
          const address = fillAddress(url, demo);
          return address === undefined ? [] : [{ ...activity, url: address }];
        });
        return ok<ActivityModels>({ items, next: null });
      },
    },
  ];
}
