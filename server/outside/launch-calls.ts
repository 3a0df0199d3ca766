/** Third-party games and activities: what there is, and where it opens. */
import { launchUrl } from '../../protocol/calls/lottery.ts';
import { getFhllGameList, getLcPokerGameList, getSlotsGameList } from '../../protocol/calls/site-msg.ts';
import { queryActivitySetting } from '../../protocol/calls/system-config.ts';
import { STATUS } from '../../protocol/status.ts';
import activities from '../content/activities.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { refuseByLimits } from '../protection/limits.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';
import { demoOriginFor, fillAddress } from './providers.ts';

export function launchCalls(context: Context): HandledCall[] {
  const { outside } = context;
  const providerOf = (company: string) => outside.providers.find((each) => each.company.toLowerCase() === company.toLowerCase());

  const gamesOf = (definition: typeof getSlotsGameList | typeof getLcPokerGameList | typeof getFhllGameList, company: string) =>
    handle(definition, async ({ fields }) => {
      const provider = providerOf(fields.company ?? company);
      if (provider === undefined && fields.company !== undefined) return refuse(STATUS.notFound, '没有这家游戏公司');
      return ok({
        company: provider?.company ?? company,
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
    });

  return [
    gamesOf(getSlotsGameList, 'demo'),
    gamesOf(getLcPokerGameList, 'lc'),
    gamesOf(getFhllGameList, 'fhll'),
    handle(launchUrl, async ({ fields, request, player }) => {
      const provider = providerOf(fields.company);
      const game = provider?.games.find(({ code }) => code.toLowerCase() === fields.gamecode.toLowerCase());
      if (provider === undefined || game === undefined) return refuse(STATUS.notFound, '没有这个游戏');
      // What is staked there is another company's matter, so whoever may not bet does not get there.
      const refused = await refuseByLimits(context, context.database, player.id, 'stake', 0);
      if (refused !== undefined) return refused;
      const demo = demoOriginFor(outside, request.socket.localAddress);
      const url = fillAddress(provider.launchUrl, demo, { gamecode: game.code, company: provider.company });
      return url === undefined ? refuse(STATUS.disabled, '演示游戏没有开启') : ok(url);
    }),
    handle(queryActivitySetting, async ({ request }) => {
      const demo = demoOriginFor(outside, request.socket.localAddress);
      const items = activities.flatMap(({ url, ...activity }) => {
        const address = fillAddress(url, demo);
        return address === undefined ? [] : [{ ...activity, url: address }];
      });
      return ok({ items, next: null });
    }),
  ];
}
