/** Articles (资讯) and help (帮助): what server and phone say of the files that docs/add-an-article.md describes. */
import { call } from './define.ts';
import { count, flag, instant, list, object, oneOf, optional, orNull, page, paging, text, Type } from './schema.ts';

/** A piece of a body. Which members are there follows from its kind. */
export const piece = object({
  kind: oneOf(['text', 'heading', 'note', 'list', 'steps', 'link', 'button', 'table'], 'button: a link to a game.'),
  text: optional(text()),
  items: optional(list(text(), 'For list and steps.')),
  target: optional(text('For link and button: /route, game:code or menu:Code.')),
  rows: optional(list(list(text()), 'For table; the first row is its head.')),
});

const name = (what: string) => Type.String({ minLength: 1, maxLength: 64, description: what });

export const articleRow = object({
  id: text(),
  title: text(),
  summary: text(),
  type: text('A value of the list article-types.'),
  typeName: text(),
  icon: text('Name of a drawn icon.'),
  tone: text(),
  at: instant('When it was published, unix ms.'),
  reads: count('How often it was opened.'),
  pinned: flag(),
});
const articleLink = object({ id: text(), title: text() });

const row = {
  id: 'dan-tuo-guide',
  title: '胆拖怎么选，一次讲清楚',
  summary: '看好的号码作胆码，其余作拖码，用更少的注数覆盖想要的组合。',
  type: 'guide',
  typeName: '攻略',
  icon: 'double-ball',
  tone: 'red',
  at: 1_795_312_800_000,
  reads: 1_280,
  pinned: false,
};
const body = [
  { kind: 'text' as const, text: '认定会开出的号码作胆，其余作拖，每一注都包含所有的胆。' },
  { kind: 'button' as const, text: '去选号', target: 'game:ssq' },
];

/** Spelled as the specification spells it. */
export const getAricleList = call({
  method: 'GET',
  path: '/api/SiteMsg/GetAricleList',
  summary: '资讯列表，置顶在前，其余按时间',
  session: 'none',
  kept: true,
  fields: { type: optional(Type.String({ maxLength: 20, description: 'A value of the list article-types; left out: all.' })), ...paging() },
  answer: page(articleRow),
  example: { fields: { type: 'guide' }, models: { items: [row], next: null } },
});

export const getAricleDetail = call({
  method: 'GET',
  path: '/api/SiteMsg/getaricledetail',
  summary: '一篇资讯',
  session: 'none',
  kept: true,
  fields: { id: name('Id of an article.') },
  answer: object({
    ...articleRow.properties,
    author: text(),
    body: list(piece),
    prev: orNull(articleLink, 'The next older one.'),
    next: orNull(articleLink, 'The next newer one.'),
    related: list(articleLink),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: 'dan-tuo-guide' },
    models: { ...row, author: '编辑部', body, prev: null, next: { id: 'chase', title: '追号的得与失' }, related: [] },
  },
});

export const helpItem = object({ type: text('Group.'), name: text('Its code, or that of a game.'), title: text(), note: text() });
const helpRow = { type: 'buy', name: 'chase', title: '什么是追号', note: '一次买多期' };

export const helpCenter = call({
  method: 'GET',
  path: '/api/SiteMsg/HelpCenter',
  summary: '帮助分类与热门问题',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({
    groups: list(object({ type: text(), title: text(), note: text(), count: count('Pages in it.') })),
    top: list(helpItem, 'The most frequent questions.'),
  }),
  example: { fields: {}, models: { groups: [{ type: 'buy', title: '购买彩票', note: '选号与追号', count: 9 }], top: [helpRow] } },
});

export const helpType = call({
  method: 'GET',
  path: '/api/SiteMsg/HelpType',
  summary: '一类帮助；彩种玩法按类别分组',
  session: 'none',
  kept: true,
  fields: { type: name('Group, as HelpCenter lists it.') },
  answer: object({
    type: text(),
    title: text(),
    note: text(),
    sections: list(object({ title: text("'' if there is only one."), items: list(helpItem) })),
  }),
  refuses: ['notFound'],
  example: {
    fields: { type: 'buy' },
    models: { type: 'buy', title: '购买彩票', note: '选号与追号', sections: [{ title: '', items: [helpRow] }] },
  },
});

export const helpDetail = call({
  method: 'GET',
  path: '/api/SiteMsg/HelpDetail',
  summary: '一页帮助；彩种规则由描述生成',
  session: 'none',
  kept: true,
  fields: { type: name('Group.'), name: name('Code of a page. In the group games it may also be the code of a game.') },
  answer: object({
    type: text(),
    name: text(),
    title: text(),
    group: text('Title of its group.'),
    body: list(piece),
    related: list(helpItem),
  }),
  refuses: ['notFound'],
  example: {
    fields: { type: 'buy', name: 'chase' },
    models: { type: 'buy', name: 'chase', title: '什么是追号', group: '购买彩票', body, related: [] },
  },
});

/** A separate call, because the page itself is the same for all players and is cached by the phone. */
export const helpOpinion = call({
  method: 'GET',
  path: '/api/SiteMsg/HelpOpinion',
  summary: '一页帮助帮到了多少人，以及我怎么说',
  session: 'optional',
  fields: { type: name('Group.'), name: name('Code of a page. In the group games it may also be the code of a game.') },
  answer: object({
    helpful: count('Players whom it helped.'),
    mine: oneOf(['', 'yes', 'no'], "Whether it helped the caller; '': no answer."),
  }),
  refuses: ['notFound'],
  example: { fields: { type: 'buy', name: 'chase' }, models: { helpful: 12, mine: '' } },
});

export const helpVote = call({
  method: 'POST',
  path: '/api/SiteMsg/HelpVote',
  summary: '这页帮助有没有帮到我；再说一次以后一次为准',
  session: 'optional',
  changes: 'state',
  fields: { type: name('Group.'), name: name('Code of the page.'), helpful: Type.Boolean({ description: 'Whether it helped.' }) },
  answer: object({ helpful: count('Players whom it helped.'), mine: oneOf(['yes', 'no']) }),
  refuses: ['notFound'],
  example: { fields: { type: 'buy', name: 'chase', helpful: true }, models: { helpful: 13, mine: 'yes' } },
});

export const searchIndex = call({
  method: 'GET',
  path: '/api/SiteMsg/SearchIndex',
  summary: '彩种和帮助的搜索目录，手机存着，断网也能搜',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({
    entries: list(
      object({
        kind: oneOf(['game', 'help']),
        title: text(),
        note: text(),
        to: text('/route or game:code.'),
        icon: text('Name of a drawn icon.'),
        tone: text(),
        words: list(text(), 'Synonyms.'),
        pinyin: text('Syllables of the title, separated by spaces, one for each letter or character.'),
      }),
      'Games first, then help.',
    ),
  }),
  example: {
    fields: {},
    models: {
      entries: [
        {
          kind: 'game',
          title: '双色球',
          note: '2 元可中 500 万',
          to: 'game:ssq',
          icon: 'double-ball',
          tone: 'red',
          words: ['ssq'],
          pinyin: 'shuang se qiu',
        },
      ],
    },
  },
});

const found = object({ title: text(), note: text(), to: text('/route or game:code.'), icon: text('Name of a drawn icon.'), tone: text() });
const foundRow = { title: '双色球', note: '2 元可中 500 万', to: 'game:ssq', icon: 'double-ball', tone: 'red' };

export const search = call({
  method: 'GET',
  path: '/api/SiteMsg/Search',
  summary: '搜索彩种、比赛、帮助、资讯和彩友；支持拼音和首字母',
  session: 'none',
  // Longer ones than 50 characters come as far as the handler, which says so in words.
  fields: {
    q: optional(
      Type.String({
        maxLength: 10_000,
        description: 'The search text, at most 50 characters. Words are separated by spaces, and a result has all of them.',
      }),
    ),
  },
  answer: object({
    groups: list(object({ kind: oneOf(['game', 'match', 'help', 'article', 'user']), items: list(found) }), 'Groups with results.'),
    hot: list(found, 'Suggestions for an empty search, or a search without results.'),
  }),
  example: { fields: { q: 'ssq' }, models: { groups: [{ kind: 'game', items: [foundRow] }], hot: [foundRow] } },
});
