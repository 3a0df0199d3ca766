/** The kinds of files beside the draws: names, references of drafts, the start of a new file, and figures. */
import { formatInteger, formatMoney } from '../../engine/descriptions/format.ts';
import type { TextNames } from '../../engine/descriptions/content/names.ts';
import type { StoreNames } from '../../engine/descriptions/store/names.ts';
import { writeDescription } from '../../engine/descriptions/write.ts';
import type { QuizSourceTexts } from '../../engine/quiz/semantics.ts';
import type { CompletionGuide, NameSuggestion } from './complete.ts';
import type { DocumentKindCode, KnownNames, TextDocument } from './check-document.ts';
import type { SchemaFile } from './schema-walk.ts';

type PossibleNames = KnownNames | undefined;

export interface DocumentKind {
  readonly kind: DocumentKindCode;
  /** Part of the address below /operator/api, and of the folder's name. */
  readonly name: 'small' | 'scratch' | 'quiz' | 'store' | 'activities' | 'bulletins' | 'banners' | 'articles' | 'help';
  /** Where that folder lies; games when left out. */
  readonly root?: 'app/descriptions';
  /** What one is called: 商品. */
  readonly what: string;
  readonly invitation: string;
  /** The tab of a draft's preview. */
  readonly tab: string;
  /** What a row of returns is. */
  readonly bet?: string;
  readonly guide: (names: PossibleNames) => CompletionGuide;
  /** The text of a new file. */
  readonly begin?: (code: string, name: string, names: PossibleNames) => string;
  /** A draft that only players see is looked at as one of them. */
  readonly forPlayers?: (document: TextDocument) => boolean;
  /** Figures of the server by their names, with the label of each. */
  readonly figures?: Readonly<Record<string, readonly [label: string, text: (n: number) => string]>>;
}

const schemaGuide = (schema: SchemaFile) => (): CompletionGuide => ({ schema, values: () => [] });
const inUnits = (unit: string) => (n: number) => `${formatInteger(n)} ${unit}`;
const yuan = (n: number): string => `${formatMoney(n)} 元`;

const fileHeader = (kind: string, code: string) => ({ $schema: `../../schemas/${kind}.schema.json`, format: 1, kind, code });
const today = (): string => new Date().toISOString().slice(0, 10);

export const SMALL_GAMES: DocumentKind = {
  kind: 'small',
  name: 'small',
  what: '小游戏',
  invitation: '选择一个小游戏',
  tab: '返奖率',
  bet: '注',
  guide: schemaGuide('small.schema.json'),
};

export const SCRATCH_CARDS: DocumentKind = {
  kind: 'scratch',
  name: 'scratch',
  what: '刮刮乐',
  invitation: '选择一种刮刮乐',
  tab: '返奖率',
  bet: '奖项',
  guide: schemaGuide('scratch.schema.json'),
};

export const QUIZZES: DocumentKind = {
  kind: 'quiz',
  name: 'quiz',
  what: '竞猜',
  invitation: '选择一个竞猜',
  tab: '概览',
  guide(names) {
    const { draws = {}, sports = {} } = (names ?? {}) as Partial<QuizSourceTexts>;
    return {
      schema: 'quiz.schema.json',
      values: ({ path }) => (path.join('/') === 'source/game' ? [...Object.keys(draws), ...Object.keys(sports)] : []),
    };
  },
  figures: {
    open: ['进行中', inUnits('题')],
    entries: ['已参与', inUnits('次')],
    points: ['已投入', inUnits('积分')],
    carried: ['滚存', inUnits('积分')],
    decided: ['24 小时内已判定', inUnits('题')],
    staked: ['其中投入', inUnits('积分')],
  },
};

const PRODUCT_NAMES: Readonly<Record<string, keyof StoreNames>> = {
  'gives/item': 'items',
  'gives/avatar': 'avatars',
  'gives/frame': 'frames',
  'gives/emotes': 'emotes',
  'gives/scratch/card': 'cards',
  'gives/coupon/game': 'games',
};

export const PRODUCTS: DocumentKind = {
  kind: 'product',
  name: 'store',
  what: '商品',
  invitation: '选择一件商品，或新建',
  tab: '概览',
  guide: (names) => ({
    schema: 'product.schema.json',
    values({ path }) {
      const sort = PRODUCT_NAMES[path.join('/')];
      return sort === undefined ? [] : ((names as StoreNames | undefined)?.[sort] ?? []).map(String);
    },
  }),
  begin: (code, name, names) =>
    writeDescription({
      ...fileHeader('product', code),
      name,
      note: '一句话说明',
      disabled: '即将上架',
      shelf: 'items',
      picture: '/goods/item.svg',
      price: { points: 100 },
      stock: { day: 100 },
      limit: { day: 3 },
      gives: { item: (names as StoreNames | undefined)?.items[0] ?? '' },
    }),
  figures: {
    sold: ['卖出', inUnits('件')],
    soldLastDay: ['24 小时内', inUnits('件')],
    buyers: ['购买人数', inUnits('人')],
    points: ['收到积分', inUnits('积分')],
    fen: ['收到演示金', yuan],
  },
};

export const ACTIVITIES: DocumentKind = {
  kind: 'activity',
  name: 'activities',
  what: '活动',
  invitation: '选择一个活动，或新建',
  tab: '概览',
  guide(names) {
    const { games = [], items = [] } = (names ?? {}) as Partial<StoreNames>;
    return {
      schema: 'activity.schema.json',
      values: ({ path }) => (path[0] === 'rule' && path[1] === 'games' ? games : []),
      keys: ({ path }) => (path.join('/') === 'gives/items' ? items.map((label): NameSuggestion => ({ label })) : []),
    };
  },
  begin: (code, title) =>
    writeDescription({
      ...fileHeader('activity', code),
      // The address of its page: nobody can guess it.
      id: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      title,
      note: '一句话说明',
      from: today(),
      to: today(),
      blocks: [{ title: '参与方式', text: '写给玩家看的说明。' }],
      rule: { fact: 'checkins', of: 1, to: '/CheckInCalendar' },
      gives: { points: 10 },
    }),
  figures: {
    claimed: ['已领取', inUnits('人')],
    claimedLastDay: ['24 小时内', inUnits('人')],
  },
};

/** A text of the house; `lines`: what a new one says beside its title. `values`: what may stand at a path of it. */
const contentKind = (
  sort: Pick<DocumentKind, 'kind' | 'name' | 'what' | 'invitation' | 'forPlayers'>,
  lines: (title: string, names: Partial<TextNames>) => object,
  values: (path: string, names: Partial<TextNames>) => readonly string[] = () => [],
): DocumentKind => ({
  ...sort,
  root: 'app/descriptions',
  tab: '概览',
  guide: (names) => ({
    schema: `${sort.kind}.schema.json` as SchemaFile,
    values: ({ path }) => values(path.join('/'), (names ?? {}) as Partial<TextNames>),
  }),
  begin: (code, title, names) =>
    writeDescription({
      ...fileHeader(sort.kind, code),
      $schema: `../../../schemas/${sort.kind}.schema.json`,
      ...lines(title, (names ?? {}) as Partial<TextNames>),
    }),
});
/** A day that lies ahead: a new text is a draft until its writer says otherwise. */
const farDay = (): string => `${new Date().getFullYear() + 1}-01-01 00:00`;
/** Where a slide may lead: games, functions of the menu, and pages whose address is known as it stands. */
const slideTargets = ({ played = [], menus = [], routes }: Partial<TextNames>): readonly string[] => [
  ...played.map((code) => `game:${code}`),
  ...menus.map((code) => `menu:${code}`),
  ...(routes?.routes ?? []).flatMap(({ path, screen }) => (screen === undefined || path.includes('{') ? [] : [path])),
];

export const BULLETINS = contentKind(
  { kind: 'bulletin', name: 'bulletins', what: '公告', invitation: '选择一条公告，或新建' },
  (title) => ({
    title,
    text: '写给玩家看的正文。',
    at: farDay(),
  }),
);
export const BANNERS = contentKind(
  {
    kind: 'banner',
    name: 'banners',
    what: '轮播',
    invitation: '选择一张轮播，或新建',
    forPlayers: ({ audience }) => audience === 'player',
  },
  (title, names) => ({
    title,
    subtitle: '标题下面的一行',
    tone: 'red',
    target: slideTargets(names)[0] ?? '/',
    at: farDay(),
  }),
  (path, names) => (path === 'target' ? slideTargets(names) : []),
);
export const ARTICLES = contentKind(
  { kind: 'article', name: 'articles', what: '资讯', invitation: '选择一篇资讯，或新建' },
  (title, { articleTypes = [] }) => ({
    type: articleTypes[0] ?? '',
    title,
    summary: '列表里显示的一句话。',
    author: '编辑部',
    at: farDay(),
    icon: { name: 'news', tone: 'red' },
    body: ['第一段。'],
  }),
  (path, { articleTypes = [], played = [] }) => (path === 'type' ? articleTypes : path.startsWith('games/') ? played : []),
);
export const HELP = contentKind(
  { kind: 'help', name: 'help', what: '帮助', invitation: '选择一页帮助，或新建' },
  (title, { helpGroups = [] }) => ({
    group: helpGroups[0] ?? '',
    title,
    body: ['第一段。'],
  }),
  (path, { helpGroups = [], helpCodes = [] }) => (path === 'group' ? helpGroups : path.startsWith('related/') ? helpCodes : []),
);
