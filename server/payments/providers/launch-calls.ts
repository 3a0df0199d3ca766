/** Third-party games and activities: what there is, and where it opens. */
import { launchUrl } from '../../../protocol/calls/lottery.ts';
import { getFhllGameList, getLcPokerGameList, getSlotsGameList, starGame } from '../../../protocol/calls/site-msg.ts';
import { queryActivitySetting } from '../../../protocol/calls/system-config.ts';
import { STATUS } from '../../../protocol/status.ts';
import { plainText } from '../../../engine/search/plain-text.ts';
import { simplified } from '../../../engine/search/simplified.ts';
import activities from './activities.json' with { type: 'json' };
import type { PaymentServices } from '../services.ts';
import { refuseByLimits } from '../../accounts/index.ts';
import { handle, type HandledCall, ok, type Querying, refuse } from '../../platform/index.ts';
import { withAnswerTimeout } from './companies/transfer-service.ts';
import { demoOriginFor, fillAddress, type GameProvider } from './providers.ts';

export function launchCalls(context: PaymentServices): HandledCall[] {
  const { outside } = context;
  const providerOf = (company: string) => outside.providers.find((each) => each.company.toLowerCase() === company.toLowerCase());

  const gamesOf = (definition: typeof getSlotsGameList | typeof getLcPokerGameList | typeof getFhllGameList, company: string) =>
    handle(definition, async ({ fields: { company: requestedCompany, word = '', show }, player }) => {
      const provider = providerOf(requestedCompany ?? company);
      if (provider === undefined && requestedCompany !== undefined) return refuse(STATUS.notFound, '游戏公司不存在');
      const playerGames =
        player === undefined || provider === undefined ? [] : await readPlayerGames(context.database, player.id, provider.company);
      const wanted = simplified(plainText(word.trim()));
      const items = (provider?.games ?? [])
        .map(({ code, name, note = '', page = '1' }) => {
          const record = playerGames.find(({ game }) => game === code);
          return {
            code,
            name,
            note,
            page,
            company: provider?.company ?? '',
            starred: record?.starred ?? false,
            playedAt: record?.played_at ?? null,
          };
        })
        .filter(({ code, name, note }) => [code, name, note].some((text) => plainText(text).includes(wanted)))
        .filter(({ starred, playedAt }) => (show === 'starred' ? starred : show === 'recent' ? playedAt !== null : true));
      if (show === 'recent') items.sort((a, b) => (b.playedAt ?? 0) - (a.playedAt ?? 0));
      else items.sort((a, b) => Number(b.starred) - Number(a.starred));
      return ok({ company: provider?.company ?? company, name: provider?.name ?? '', items, next: null });
    });

  return [
    gamesOf(getSlotsGameList, 'demo'),
    gamesOf(getLcPokerGameList, 'lc'),
    gamesOf(getFhllGameList, 'fhll'),
    handle(launchUrl, async ({ fields, request, player }) => {
      const provider = providerOf(fields.company);
      const game = provider?.games.find(({ code }) => code.toLowerCase() === fields.gamecode.toLowerCase());
      if (provider === undefined || game === undefined) return refuse(STATUS.notFound, '游戏不存在');
      // Stakes there are out of our control, so a player that may not bet cannot open it.
      const refused = await refuseByLimits(context, context.database, player.id, 'stake', 0);
      if (refused !== undefined) return refused;
      const demo = demoOriginFor(outside, request.socket.localAddress);
      const url = await launchAddress(context, provider, game.code, player.id, demo);
      if (url === null) return refuse(STATUS.unavailable, '游戏公司暂无响应，请稍后再试');
      if (url === undefined) return refuse(STATUS.disabled, '演示游戏未开启');
      await context.database.query(
        `INSERT INTO company_games (user_id, company, game, played_at) VALUES ($1, $2, $3, caipu_now_ms())
         ON CONFLICT (user_id, company, game) DO UPDATE SET played_at = excluded.played_at`,
        [player.id, provider.company, game.code],
        'game-opened',
      );
      return ok(url);
    }),
    handle(starGame, async ({ fields: { company, gamecode, on }, player }) => {
      const provider = providerOf(company);
      const game = provider?.games.find(({ code }) => code.toLowerCase() === gamecode.toLowerCase());
      if (provider === undefined || game === undefined) return refuse(STATUS.notFound, '游戏不存在');
      await context.database.query(
        `INSERT INTO company_games (user_id, company, game, starred) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, company, game) DO UPDATE SET starred = excluded.starred`,
        [player.id, provider.company, game.code, on],
      );
      return ok({ starred: on }, on ? '已收藏' : '已取消收藏');
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

interface PlayerGame {
  readonly game: string;
  readonly starred: boolean;
  readonly played_at: number | null;
}

async function readPlayerGames(client: Querying, userId: number, company: string): Promise<PlayerGame[]> {
  const { rows } = await client.query<PlayerGame>(
    'SELECT game, starred, played_at FROM company_games WHERE user_id = $1 AND company = $2',
    [userId, company],
    'company-games',
  );
  return rows;
}

/**
 * Where a game opens. A company that answers for itself, over HTTP or where its address has {session}, is asked to let the player in; null: it
 * did not answer. Undefined: it needs the demonstration pages, and they are off.
 */
async function launchAddress(
  { companies }: PaymentServices,
  provider: GameProvider,
  game: string,
  player: number,
  demo: string | undefined,
): Promise<string | null | undefined> {
  const values = { gamecode: game, company: provider.company };
  const company = companies.of(provider.company);
  if (company === undefined || (provider.wallet?.kind !== 'http' && !provider.launchUrl.includes('{session}')))
    return fillAddress(provider.launchUrl, demo, values);
  // Nobody is let in at a page that is not there.
  if (provider.launchUrl.includes('{demo}') && demo === undefined) return undefined;
  const answer = await withAnswerTimeout(company.launch({ player, game })).catch(() => null);
  if (answer === null) return null;
  return 'url' in answer ? answer.url : fillAddress(provider.launchUrl, demo, { ...values, session: answer.session });
}
