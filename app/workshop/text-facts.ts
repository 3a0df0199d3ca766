/** What a draft of a text of the house says, in words: what an operator looks over before it is published. */
import { piecesOf } from '../../engine/descriptions/content/markup.ts';
import type {
  ArticleDescription,
  BannerDescription,
  BulletinDescription,
  HelpDescription,
  Piece,
} from '../../engine/descriptions/content/types.ts';
import { dateRange, type SummaryRow, summaryRows } from './draft-summary.ts';

const TONES = { red: '红', blue: '蓝', ink: '墨', gold: '金', green: '绿' } as const;
const AUDIENCES = { visitor: '未登录用户', player: '已登录用户' } as const;

export const bulletinSummary = ({ title, text, order, at, until, dialog }: BulletinDescription): readonly SummaryRow[] =>
  summaryRows(
    ['标题', title],
    ['显示', dateRange(at, until)],
    ['首页弹出', dialog ? '每部手机一次' : '不弹出'],
    ['次序', order === undefined ? '最后' : String(order)],
    ['正文', text],
  );

export const bannerSummary = ({ title, subtitle, tone, target, audience, order, at, until }: BannerDescription): readonly SummaryRow[] =>
  summaryRows(
    ['标题', title],
    ['第二行', subtitle],
    ['底色', TONES[tone]],
    ['跳转', target],
    ['展示对象', audience === undefined ? '所有人' : AUDIENCES[audience]],
    ['显示', dateRange(at, until) ?? '一直'],
    ['次序', order === undefined ? '最后' : String(order)],
  );

/** A body as it is read, a line for each piece. */
const bodyText = (body: readonly string[]): string => piecesOf(body).map(pieceText).join('\n');

function pieceText(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
    case 'note':
      return piece.text;
    case 'heading':
      return `【${piece.text}】`;
    case 'list':
      return piece.items.map((item) => `· ${item}`).join('\n');
    case 'steps':
      return piece.items.map((item, at) => `${at + 1}. ${item}`).join('\n');
    case 'link':
    case 'button':
      return `${piece.text} → ${piece.target}`;
    case 'table':
      return piece.rows.map((row) => row.join(' | ')).join('\n');
  }
}

export const articleSummary = ({
  title,
  type,
  summary,
  author,
  at,
  until,
  pinned,
  games,
  body,
}: ArticleDescription): readonly SummaryRow[] =>
  summaryRows(
    ['标题', title],
    ['分类', type],
    ['摘要', summary],
    ['作者', author],
    ['显示', dateRange(at, until)],
    ['置顶', pinned === true ? '是' : undefined],
    ['彩种', games?.join('、')],
    ['正文', bodyText(body)],
  );

export const helpSummary = ({ title, group, note, top, related, body }: HelpDescription): readonly SummaryRow[] =>
  summaryRows(
    ['标题', title],
    ['分类', group],
    ['说明', note],
    ['首页显示', top === true ? '是' : undefined],
    ['相关', related?.join('、')],
    ['正文', bodyText(body)],
  );
