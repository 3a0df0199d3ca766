/**
 * The workshop's file editors for small games, scratch cards, quizzes, products of the store and activities, and for the texts of the house:
 * bulletins, banner slides, articles and help pages. The server checks files as a set. The workshop checks references between files with the
 * names in these answers. Each editor also has the figures of its files.
 */
import { DAY_MS } from '../platform/index.ts';
import { join, resolve } from 'node:path';
import type { TextNames } from '../../engine/descriptions/content/names.ts';
import type { StoreNames } from '../../engine/descriptions/store/names.ts';
import type { QuizSourceTexts } from '../../engine/quiz/semantics.ts';
import type { AdminServices } from './services.ts';
import { hashDocument, knownStoreNames, knownTextNames } from '../catalog/index.ts';
import { claimCode } from '../loyalty/index.ts';
import { type FileDesk, openFileDesk, type RunningDocument } from './file-desk.ts';
import { type PreviewPage, previewPages } from './text-preview.ts';

/** The figures of one file so far: amounts in fen, points, and counts. */
export type FileFigures = Readonly<Record<string, number>>;

export interface DocumentDesk {
  /** Part of the address below /operator/api, and of the folder's name. */
  readonly name: string;
  /** The message for a file that is not there. */
  readonly missing: string;
  readonly desk: FileDesk;
  readonly folder: string;
  /** The names that the check of a draft needs besides its text. */
  readonly names?: () => StoreNames | QuizSourceTexts | TextNames;
  readonly figures?: (code: string) => Promise<FileFigures | undefined>;
  /** The preview pages of a draft; left out: none. */
  readonly pages?: readonly PreviewPage[];
}

export function openDocumentDesks(
  { publication, smalls, database }: Pick<AdminServices, 'publication' | 'smalls' | 'database'>,
  { gamesDir, appDir }: { readonly gamesDir: string; readonly appDir: string },
): readonly DocumentDesk[] {
  const open = (
    name: string,
    kind: string,
    missing: string,
    running: (code: string) => RunningDocument | undefined,
    more: Omit<DocumentDesk, 'name' | 'missing' | 'desk' | 'folder' | 'pages'> & { readonly published?: () => Promise<void> } = {},
    within = gamesDir,
  ): DocumentDesk => {
    const { published, ...rest } = more;
    const folder = join(resolve(within), name);
    const desk = openFileDesk({ publication, kind, folder, root: within, running, ...(published && { published }) });
    const pages = previewPages(kind);
    return { name, missing, desk, folder, ...(pages && { pages }), ...rest };
  };
  /** The figures in the first row of a statement; undefined without a row. */
  const counted = async (text: string, values: unknown[]): Promise<FileFigures | undefined> =>
    (await database.query<Record<string, number>>(text, values)).rows[0];
  const named = (document: { readonly name: string } | undefined): RunningDocument | undefined =>
    document && { hash: hashDocument(document).hash, name: document.name };
  const names = (): StoreNames =>
    knownStoreNames(
      publication.index().games.map(({ code }) => code),
      [...publication.scratch().keys()],
    );

  /** The editor for a kind of texts of the house. */
  const texts = (
    name: string,
    kind: string,
    missing: string,
    inForce: () => ReadonlyMap<string, { readonly title: string }>,
  ): DocumentDesk =>
    open(
      name,
      kind,
      missing,
      (code) => {
        const now = inForce().get(code);
        return now && { hash: hashDocument(now).hash, name: now.title };
      },
      { names: () => knownTextNames(publication.neighbours()) },
      appDir,
    );

  return [
    open(
      'small',
      'small',
      '没有这个小游戏文件',
      (code) => {
        const now = publication.smalls().get(code);
        return now && { hash: now.hash, name: now.game.name };
      },
      { published: () => smalls.refresh() },
    ),
    open('scratch', 'scratch', '没有这个刮刮乐文件', (code) => {
      const now = publication.scratch().get(code);
      return now && { hash: now.hash, name: now.card.name };
    }),
    open('quiz', 'quiz', '没有这个竞猜文件', (code) => named(publication.quizzes().get(code)?.quiz), {
      names: () => askedTexts(publication),
      figures: (code) =>
        counted(
          `SELECT count(*)::int AS open, coalesce(sum(carried), 0)::bigint + coalesce((SELECT points FROM quiz_pots WHERE quiz = $1), 0) AS carried,
                  coalesce(sum(e.entries), 0)::int AS entries, coalesce(sum(e.points), 0)::bigint AS points,
                  (SELECT count(*)::int FROM quiz_rounds WHERE quiz = $1 AND state <> 'open' AND decided_at > caipu_now_ms() - ${DAY_MS}) AS decided,
                  (SELECT coalesce(sum(staked), 0)::bigint FROM quiz_rounds
                    WHERE quiz = $1 AND state <> 'open' AND decided_at > caipu_now_ms() - ${DAY_MS}) AS staked
             FROM quiz_rounds r
             LEFT JOIN LATERAL (SELECT count(*) AS entries, sum(points) AS points FROM quiz_entries WHERE round = r.id) e ON true
            WHERE quiz = $1 AND state = 'open'`,
          [code],
        ),
    }),
    open('store', 'product', '没有这个商品文件', (code) => named(publication.products().get(code)), {
      names,
      figures: (code) =>
        counted(
          `SELECT coalesce(sum(count), 0)::int AS sold, count(DISTINCT user_id)::int AS buyers, coalesce(sum(points), 0)::bigint AS points,
                  coalesce(sum(fen), 0)::bigint AS fen,
                  coalesce(sum(count) FILTER (WHERE at > caipu_now_ms() - ${DAY_MS}), 0)::int AS "soldLastDay"
             FROM purchases WHERE product = $1`,
          [code],
        ),
    }),
    open(
      'activities',
      'activity',
      '没有这个活动文件',
      (code) => {
        const now = publication.activities().get(code);
        return now && { hash: hashDocument(now).hash, name: now.title };
      },
      {
        names,
        figures: async (code) => {
          const activity = publication.activities().get(code);
          if (activity === undefined) return undefined;
          return counted(
            `SELECT count(*)::int AS claimed, count(*) FILTER (WHERE at > caipu_now_ms() - ${DAY_MS})::int AS "claimedLastDay"
               FROM member_claims WHERE code = $1 AND code LIKE 'activity:%'`,
            [claimCode(activity)],
          );
        },
      },
    ),
    texts('bulletins', 'bulletin', '没有这个公告文件', () => publication.bulletins()),
    texts('banners', 'banner', '没有这个轮播文件', () => publication.banners()),
    texts('articles', 'article', '没有这个资讯文件', () => publication.articles()),
    texts('help', 'help', '没有这个帮助文件', () => publication.helps()),
  ];
}

function askedTexts(publication: AdminServices['publication']): QuizSourceTexts {
  const draws = publication.index().games.flatMap(({ code }) => {
    const game = publication.game(code)?.game;
    return game === undefined ? [] : [[code, { zones: game.draw.zones, sets: game.sets ?? [] }] as const];
  });
  const sports = [...publication.sports().values()].map(({ code, sport }) => [code, sport] as const);
  return { draws: Object.fromEntries(draws), sports: Object.fromEntries(sports) };
}
