/** Files of descriptions in the workshop: lists, texts, versions, publication, and drafts on the pages of players. */
import type { Problem } from '../../engine/descriptions/problem.ts';
import { flag, instant, list, object, oneOf, optional, orNull, Type, text } from '../calls/schema.ts';
import type { Envelope } from '../status.ts';
import { deskCall } from './define.ts';

/** Kinds of files by their folder. */
export const FILE_KINDS = [
  'games',
  'families',
  'small',
  'scratch',
  'quiz',
  'store',
  'activities',
  'bulletins',
  'banners',
  'articles',
  'help',
  'screens',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const kind = oneOf(FILE_KINDS);
const code = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$', maxLength: 32, description: 'Name of the file without .json.' });
const problems = list(
  Type.Unsafe<Problem>({ type: 'object' }),
  'Problems as the loader reports them: file, line, column, pointer, code, message, remedy.',
);

export const deskFiles = deskCall({
  method: 'GET',
  path: '/operator/api/desk/files',
  summary: '一类描述文件的名单，连同判断草稿要用的内容',
  right: 'workshop',
  fields: { kind },
  answer: object({
    files: list(
      object({
        code,
        name: text(),
        status: oneOf(
          ['published', 'stale', 'refused'],
          'stale: the file is refused, and an older version is in force. refused: the file is refused, and no version is in force.',
        ),
        problems,
        family: optional(text('For a game.')),
        disabled: optional(text('For a game: why it is not sold.')),
      }),
    ),
    now: instant(),
    around: Type.Unsafe<unknown>({
      description: 'The data that checks and completes a draft. It differs by kind (app/workshop/calls.ts).',
    }),
  }),
  example: { fields: { kind: 'games' }, models: { files: [], now: 1_795_300_000_000, around: {} } },
});

export const deskFile = deskCall({
  method: 'GET',
  path: '/operator/api/desk/file',
  summary: '一个描述文件的原文，和现在运行的版本',
  right: 'workshop',
  fields: { kind, code },
  answer: object({
    code,
    text: text(),
    stamp: text('A stamp that identifies the text. A publication names the text that it replaces.'),
    published: orNull(Type.Unsafe<unknown>({ type: 'object' }), 'The version in force, with its hash; null: none.'),
  }),
  refuses: ['notFound'],
  example: { fields: { kind: 'games', code: 'ssq' }, models: { code: 'ssq', text: '{}', stamp: '44136fa355b3678a', published: null } },
});

export const fileVersions = deskCall({
  method: 'GET',
  path: '/operator/api/desk/file/versions',
  summary: '一个描述文件以前的原文，新的在前',
  right: 'workshop',
  fields: { kind, code },
  answer: object({
    versions: list(
      object({
        id: text(),
        at: instant('Unix ms of the real clock.'),
        current: flag(),
        by: optional(text('The operator that published it. Left out if the text was put into the folder by hand.')),
      }),
    ),
  }),
  example: { fields: { kind: 'games', code: 'ssq' }, models: { versions: [] } },
});

export const fileVersion = deskCall({
  method: 'GET',
  path: '/operator/api/desk/file/version',
  summary: '以前的一份原文',
  right: 'workshop',
  fields: { kind, code, id: Type.String({ maxLength: 64 }) },
  answer: object({ text: text() }),
  refuses: ['notFound'],
  example: { fields: { kind: 'games', code: 'ssq', id: '1795300000000-44136fa355b3678a' }, models: { text: '{}' } },
});

export const fileFigures = deskCall({
  method: 'GET',
  path: '/operator/api/desk/file/figures',
  summary: '一个文件运行得怎样：卖出、领取、参加的数；没有的不写',
  right: 'workshop',
  fields: { kind, code },
  answer: object({ figures: Type.Record(Type.String(), Type.Integer()) }),
  example: { fields: { kind: 'store', code: 'make-up' }, models: { figures: { sold: 3 } } },
});

export const publishFile = deskCall({
  method: 'POST',
  path: '/operator/api/desk/file/publish',
  summary: '发布一个描述文件，或以前的一份原文；有误的不发布',
  right: 'workshop',
  large: true,
  fields: {
    kind,
    code,
    text: Type.String({ description: 'The whole file.' }),
    stamp: Type.String({ maxLength: 16, description: 'The stamp of the text that it replaces; empty: a new file.' }),
    accepted: optional(flag('The operator has accepted the warnings.')),
  },
  answer: object({ hash: text(), stamp: text() }),
  changes: 'state',
  refuses: ['descriptionChanged', 'needsStep'],
  refusalModels: { needsStep: object({ warnings: problems }, 'The warnings. The call can be repeated with `accepted`.') },
  example: { fields: { kind: 'games', code: 'ssq', text: '{}', stamp: '' }, models: { hash: '9f86d081', stamp: '44136fa355b3678a' } },
});

export const folderChanges = deskCall({
  method: 'GET',
  path: '/operator/api/desk/files/changes',
  summary: '文件夹看过几次：变了就要重新取名单',
  right: 'workshop',
  fields: {},
  answer: object({ changes: text() }),
  example: { fields: {}, models: { changes: '9f86d081-3' } },
});

export const otherProblems = deskCall({
  method: 'GET',
  path: '/operator/api/desk/files/problems',
  summary: '不在工作台里编辑的文件有什么问题',
  right: 'workshop',
  fields: {},
  answer: object({ problems }),
  example: { fields: {}, models: { problems: [] } },
});

export const gameDraft = deskCall({
  method: 'GET',
  path: '/operator/api/desk/game/draft',
  summary: '照一个家族写出新彩种的原文，不写文件',
  right: 'workshop',
  fields: { family: Type.String({ minLength: 1, maxLength: 32 }), code, name: Type.String({ minLength: 1, maxLength: 40 }) },
  answer: object({ text: text() }),
  example: { fields: { family: 'k3', code: 'mine', name: '我的快三' }, models: { text: '{}' } },
});

/** Kinds whose drafts are looked at on pages of players (server/admin/text-preview.json). */
const PREVIEWED = ['bulletin', 'banner', 'article', 'help', 'activity', 'product'] as const;

export const previewFile = deskCall({
  method: 'POST',
  path: '/operator/api/desk/file/preview',
  summary: '草稿生效时，玩家的一个请求会得到什么；什么也不写',
  right: 'workshop',
  large: true,
  fields: {
    kind: oneOf(PREVIEWED),
    code,
    text: Type.String({ description: 'The whole draft.' }),
    path: Type.String({ maxLength: 100, description: "Path of a player's call." }),
    params: Type.String({ maxLength: 20_000, description: 'Its fields: a JSON object of texts.' }),
  },
  answer: object({ answer: Type.Unsafe<Envelope<unknown>>({ type: 'object', description: 'The answer that the player would get.' }) }),
  refuses: ['notFound'],
  example: {
    fields: { kind: 'article', code: 'chase', text: '{}', path: '/api/Content/Article', params: '{}' },
    models: { answer: { status: 0, models: null, msg: '' } },
  },
});
