/**
 * Scratch cards and small games on the picture page. Pools, cards and plays are answered here, in the shapes of the calls, so that a card wins
 * and a post is hit whenever the pictures are taken; the descriptions are those of the repository.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { scratchChance, scratchReturns } from '../../../engine/descriptions/scratch/pool-returns.ts';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import { fractionText, oddsText, percentText } from '../../../engine/rules/fraction-text.ts';
import { revealSteps } from '../../../engine/small/reveal-steps.ts';
import { settleSmall } from '../../../engine/small/play.ts';
import type { Outcome, SmallBet, SmallGame } from '../../../engine/small/types.ts';
import { resultText } from '../../../engine/small/words.ts';
import type {
  BetSmallModels,
  OpenedScratchCard,
  ScratchCardModels,
  ScratchTypeModels,
  SmallRecordModels,
} from '../../../protocol/calls.ts';
import { betSmallGame, smallGameOrderRecordList } from '../../../protocol/calls/small-game.ts';
import { STATUS } from '../../../protocol/status.ts';
import { answered, at, changed, dialog, LONG_FEN, press, state, type State, then, uuid, waiting, without } from './ways.ts';

const HOUR = 3_600_000;
const NOW = Date.now();
const described = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../../../games/${path}.json`, import.meta.url), 'utf8')) as T;

const LOBBY = '/api/Activity/Get_ScratchCard';
const CARD = '/api/Activity/ScratchCard';
const BUY = '/api/Activity/Bet_ScratchCard';
const PLAY = '/api/Activity/Bet_SmallGame';
const RECORDS = '/api/Activity/SmallGameOrderRecordList';

const FAMILIES = ['deng2', 'yu5', 'jin10'].map((code) => described<ScratchDescription>(`scratch/${code}`));
const [LANTERN] = FAMILIES as [ScratchDescription];

const family = (card: ScratchDescription, n: number, more: Partial<ScratchTypeModels> = {}): ScratchTypeModels => ({
  code: card.code,
  name: card.name,
  tagline: card.tagline ?? '',
  face: card.face,
  priceFen: card.priceFen,
  book: card.book,
  state: 'selling',
  why: '',
  pool: uuid(n),
  number: n + 1,
  nextPool: n === 0 ? uuid(10) : null,
  tickets: card.tickets,
  left: [612, 13_208, 49_999][n] as number,
  topFen: card.prizes[0]?.fen ?? 0,
  topLeft: 1,
  prizes: card.prizes.map(({ name, fen, count, symbol }) => ({
    name,
    fen,
    count,
    left: Math.ceil(count * 0.4),
    symbol: symbolOf(card, symbol),
  })),
  symbols: card.symbols.map(({ code, name, icon }) => ({ code, name, icon })),
  winChance: `1 张/${oddsText(scratchChance(card)).replace('1 : ', '')} 张`,
  returns: percentText(scratchReturns(card)),
  returnExact: fractionText(scratchReturns(card)).replaceAll(',', ''),
  commit: 'f0a1'.repeat(16),
  openAfterDays: card.openAfterDays,
  ...more,
});

function symbolOf(card: ScratchDescription, wanted: string) {
  const { code, name, icon } = card.symbols.find((symbol) => symbol.code === wanted) as ScratchDescription['symbols'][number];
  return { code, name, icon };
}

const listed = (n: number, opened: boolean): ScratchCardModels => ({
  cardId: uuid(20 + n),
  orderNo: `20261129-${String(1_240 + n).padStart(7, '0')}`,
  type: LANTERN.code,
  name: LANTERN.name,
  face: LANTERN.face,
  priceFen: LANTERN.priceFen,
  pool: uuid(0),
  number: 1,
  serial: 4_071 + n,
  state: opened ? 'opened' : 'unopened',
  boughtAt: NOW - (n + 1) * HOUR,
  opensAt: NOW + 60 * 24 * HOUR,
  openedAt: opened ? NOW - n * 60_000 : null,
  prizeFen: opened ? ([0, 500, 0, 0, LONG_FEN, 0, 200, 0][n % 8] as number) : null,
  result: null,
  proof: null,
  next: null,
  unopened: opened ? 0 : 12,
});
const lobby = (types: readonly ScratchTypeModels[], unopened: number, opened = false) => ({
  types,
  unopened,
  mine: { items: Array.from({ length: opened ? 8 : Math.min(unopened, 50) }, (_, n) => listed(n, opened)), next: null },
});
const SELLING = lobby(
  FAMILIES.map((card, n) => family(card, n)),
  3,
);

const opened = (alike: number): OpenedScratchCard => {
  const codes = LANTERN.symbols.map(({ code }) => code);
  const prize = LANTERN.prizes.at(-2) as ScratchDescription['prizes'][number];
  const won = alike === 3;
  const others = codes.filter((code) => code !== prize.symbol);
  const shown = [
    prize.symbol,
    others[0],
    others[1],
    others[0],
    prize.symbol,
    others[2],
    won ? prize.symbol : others[3],
    others[4],
    others[2],
  ];
  const symbols = shown.map((code) => symbolOf(LANTERN, code as string));
  return {
    cardId: uuid(20),
    serial: 4_071,
    symbols,
    tier: won ? prize.name : '',
    prizeFen: won ? prize.fen : 0,
    says: symbols.map(({ name }) => name).join('、'),
  };
};
const turned = (result: OpenedScratchCard): ScratchCardModels => ({
  ...listed(0, true),
  prizeFen: result.prizeFen,
  openedAt: NOW,
  unopened: 11,
  next: uuid(21),
  result,
  proof: { root: 'f0a1'.repeat(16), salt: '00112233445566778899aabbccddeeff', path: Array<string>(14).fill(`R${'9c4e'.repeat(16)}`) },
});

/** A pool that was sold out between the list and the purchase. */
const soldOut =
  (open: State['open']): State['open'] =>
  async (page, world) => {
    await page.route(
      (url) => url.pathname === BUY,
      (route) =>
        route.fulfill({
          status: 409,
          json: { status: STATUS.soldOut, models: { count: 5, left: 3, pool: uuid(10) }, msg: '这一批只剩 3 张' },
        }),
    );
    await open(page, world);
  };

const card = (result: OpenedScratchCard | undefined, act: (page: Page) => Promise<void> = async () => {}) =>
  answered(
    { [CARD]: result === undefined ? listed(0, false) : turned(result) },
    then(`/Scratch?card=${uuid(20)}`, async (page) => {
      await page.locator('.scratch').waitFor();
      await act(page);
    }),
  );

/** A play whose outcome is this one, whatever is staked. */
const outcome =
  (code: string, drawn: Outcome, open: State['open']): State['open'] =>
  async (page, world) => {
    const game = described<SmallGame>(`small/${code}`);
    await page.route(
      (url) => url.pathname === PLAY,
      (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '');
        const bets = JSON.parse(sent.get('bets') ?? '[]') as SmallBet[];
        const { bets: results, costFen, prizeFen } = settleSmall(game, drawn, bets);
        const models: BetSmallModels = {
          ...betSmallGame.example.models,
          gameCode: code,
          status: prizeFen > 0 ? 'won' : 'lost',
          bets: [...results],
          stakeFen: bets.reduce((sum, { fen }) => sum + fen, 0),
          costFen,
          prizeFen,
          outcome: drawn as BetSmallModels['outcome'],
          result: resultText(game, drawn),
          book: revealSteps(game, drawn, bets).map((step) => ({ ...step })),
          balanceFen: 98_765 - costFen + prizeFen,
        };
        return route.fulfill({ json: { status: 0, models, msg: '' } });
      },
    );
    await open(page, world);
  };

const GATE = '/ShootingDragonDoor/SLM';
/** A gate of five ranks, 3 and 9. */
const POSTS = [8, 33];
const gate = (open: State['open']) =>
  changed(
    /CheckSmallGameQualify/,
    (models) => {
      (models.offer as { posts: number[] }).posts = POSTS;
    },
    open,
  );
const shot = (third: number) =>
  gate(
    outcome(
      'slm',
      { posts: POSTS, card: third },
      then(GATE, async (page) => {
        await press(page, /^射门/);
        await page.getByRole('button', { name: '下一局' }).waitFor();
      }),
    ),
  );
const spun = (stops: readonly number[]) =>
  outcome(
    'slot',
    { stops },
    then('/SlotMachine', async (page) => {
      await press(page, /^转一次/);
      await page
        .getByText(/^(赢|输) |^不输不赢/)
        .first()
        .waitFor();
    }),
  );
const refused =
  (status: number, msg: string, open: State['open']): State['open'] =>
  async (page, world) => {
    await page.route(
      (url) => url.pathname === PLAY,
      (route) => route.fulfill({ status: 409, json: { status, models: null, msg } }),
    );
    await open(page, world);
  };

type Record = SmallRecordModels['items'][number];
const record = (n: number, more: Partial<Record>): Record => ({
  ...(smallGameOrderRecordList.example.models.items[0] as Record),
  playId: uuid(100 + n),
  at: NOW - n * 7 * 60_000,
  ...more,
});
const PLAYED: SmallRecordModels = {
  items: [
    record(0, {}),
    record(1, { status: 'lost', prizeFen: 0, costFen: 2_000, netFen: -2_000, result: '♠3 ♥9 → ♦9 撞柱' }),
    record(2, {
      gameCode: 'slot',
      name: '水果机',
      what: '5 线 × 0.10',
      status: 'won',
      stakeFen: 50,
      costFen: 50,
      prizeFen: 180,
      netFen: 130,
      result: '橙 橙 橙 / 樱 李 空 / 李 空 樱',
    }),
    record(3, {
      gameCode: 'lyb',
      name: '鱼虾蟹',
      what: '大 10.00、鱼 5.00、鱼虾 5.00、任意围骰 1.00、总和 11 2.00、小 10.00、单 10.00',
      status: 'lost',
      stakeFen: 4_300,
      costFen: 4_300,
      prizeFen: 2_000,
      netFen: -2_300,
      result: '鱼 鸡 金钱，共 12',
    }),
    record(4, {
      gameCode: 'lyb30',
      name: '骰宝 30 秒',
      round: '59843321',
      netFen: 0,
      what: '大 10.00',
      status: 'placed',
      result: '',
      outcome: {},
      proof: null,
    }),
    record(5, { prizeFen: LONG_FEN, netFen: LONG_FEN - 1_000 }),
  ],
  next: null,
};

export const GAME_STATES: readonly State[] = [
  state('scratch-lobby', '刮刮乐大厅', 'bettor', answered({ [LOBBY]: SELLING }, at('/ScratchLobby'))),
  { ...state('scratch-lobby-loading', '刮刮乐大厅，加载中', 'bettor', waiting(/Get_ScratchCard/, '/ScratchLobby')), loading: true },
  state('scratch-lobby-error', '刮刮乐大厅，服务器不在', 'bettor', without(/Get_ScratchCard/, at('/ScratchLobby'))),
  state(
    'scratch-lobby-preparing',
    '刮刮乐大厅，新一批正在准备',
    'bettor',
    answered(
      { [LOBBY]: lobby([family(LANTERN, 0, { state: 'preparing', why: '新一批准备中，请稍候', pool: null, left: 0, commit: '' })], 0) },
      at('/ScratchLobby'),
    ),
  ),
  state(
    'scratch-sold-out',
    '刮刮乐，看到与购买之间卖完了',
    'bettor',
    soldOut(
      answered(
        { [LOBBY]: SELLING },
        then('/ScratchLobby', async (page) => {
          await press(page, '5 张');
          await page.getByRole('dialog').getByRole('button', { name: '购买' }).click();
          await page.getByText('这一批只剩 3 张').waitFor();
        }),
      ),
    ),
  ),
  state('scratch-card', '一张刮刮乐', 'bettor', card(undefined)),
  state('scratch-card-won', '一张刮刮乐，中奖', 'bettor', card(opened(3))),
  state('scratch-card-lost', '一张刮刮乐，未中奖', 'bettor', card(opened(2))),
  state('scratch-mine', '未刮的刮刮乐', 'bettor', answered({ [LOBBY]: lobby([], 137) }, at('/Scratch'))),
  {
    // A button whose question stands is busy.
    ...state(
      'scratch-open-all',
      '刮刮乐，全部刮开',
      'bettor',
      answered({ [LOBBY]: lobby([], 137) }, async (page, world) => {
        await at('/Scratch')(page, world);
        await press(page, /^一键全部刮开/);
        await dialog(page);
      }),
    ),
    loading: true,
  },
  state('scratch-mine-empty', '未刮的刮刮乐，没有', 'bettor', answered({ [LOBBY]: lobby([], 0) }, at('/Scratch'))),
  state(
    'scratch-opened',
    '刮开的刮刮乐',
    'bettor',
    answered(
      { [LOBBY]: lobby([], 0, true) },
      then('/Scratch', (page) => press(page, '已刮')),
    ),
  ),
  state('gate', '射龙门', 'bettor', gate(at(GATE))),
  { ...state('gate-loading', '射龙门，加载中', 'bettor', waiting(/CheckSmallGameQualify/, GATE)), loading: true },
  state('gate-error', '射龙门，服务器不在', 'bettor', without(/CheckSmallGameQualify/, at(GATE))),
  state('gate-won', '射龙门，射中', 'bettor', shot(20)),
  state('gate-post', '射龙门，撞柱', 'bettor', shot(34)),
  state(
    'gate-limit',
    '射龙门，超过自己的限额',
    'bettor',
    gate(
      refused(
        STATUS.limitReached,
        '超过您设定的每天投注 20.00 元，今天还可投注 0.00 元',
        then(GATE, async (page) => {
          await press(page, /^射门/);
          await page.getByText('超过您设定的').first().waitFor();
        }),
      ),
    ),
  ),
  state('slot', '水果机', 'bettor', at('/SlotMachine')),
  state('slot-visitor', '水果机，未登录', 'visitor', at('/SlotMachine')),
  state('slot-won', '水果机，中奖', 'bettor', spun([0, 2, 4])),
  state('slot-lost', '水果机，未中', 'bettor', spun([4, 4, 2])),
  state('dice', '鱼虾蟹', 'bettor', at('/LYB/LYB')),
  state(
    'dice-won',
    '鱼虾蟹，中奖',
    'bettor',
    outcome(
      'lyb',
      { dice: [1, 1, 5] },
      then('/LYB/LYB', async (page) => {
        await press(page, /^鱼 赔/);
        await press(page, /^大/);
        await press(page, /^摇骰/);
        await page
          .getByText(/^(赢|输) |^不输不赢/)
          .first()
          .waitFor();
      }),
    ),
  ),
  state('dice-round', '骰宝，共同局', 'bettor', at('/LYB/LYB30')),
  state('small-records', '小游戏记录', 'bettor', answered({ [RECORDS]: PLAYED }, at('/betRecordSmallGame'))),
  state('small-records-empty', '小游戏记录，没有', 'newcomer', at('/betRecordSmallGame')),
  state(
    'small-play',
    '小游戏的一手',
    'bettor',
    answered(
      { [RECORDS]: { ...PLAYED, items: PLAYED.items.slice(0, 1) } },
      then('/betRecordSmallGame', async (page) => {
        await page.getByText(/→ /).first().click();
        await page.getByRole('button', { name: '在本机验证' }).waitFor();
      }),
    ),
  ),
];
