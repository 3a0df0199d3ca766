/** Turns rows of the table `notices` into notices for the player: title and text with names, amounts and games, and the route of the page. */
import { formatInstant } from '../../../engine/descriptions/screens/time.ts';
import { fill, productOffset, yuan } from '../../catalog/index.ts';
import type { InboxServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { movementTitle } from '../../ledger/index.ts';
import { plainText } from '../../social/index.ts';
import { readPeople } from '../../accounts/index.ts';
import { type NoticeStyle, NOTICE_RULES, type NoticeKind, type NoticeTemplate } from './rules.ts';

export interface NoticeRow {
  readonly seq: number;
  readonly kind: NoticeKind;
  /** Kind of a movement, a name in SENTENCES, or 'bulletin'. */
  readonly code: string;
  /** Values that the sentence needs; the keys depend on `code` (make-notices.ts). */
  readonly vars: Readonly<Record<string, string | number | null>>;
  /** Unix ms. */
  readonly at: number;
  readonly read: boolean;
}

const SENTENCES: Readonly<Record<string, NoticeTemplate>> = {
  follow: NOTICE_RULES.follow,
  reply: NOTICE_RULES.reply,
  comment: NOTICE_RULES.comment,
  join: NOTICE_RULES.join,
  device: NOTICE_RULES.device,
  sale: NOTICE_RULES.sale,
};

export async function shownNotices(context: InboxServices, client: Querying, userId: number, rows: readonly NoticeRow[]) {
  const moved = rows.map(({ code, vars: { ref } }) => ({ kind: code, ref: typeof ref === 'string' ? ref : null }));
  const subjects = await context.movementLabels(client, userId, moved);
  const ids = rows.flatMap(({ vars: { who } }) => (typeof who === 'number' ? [who] : []));
  const people = await readPeople(client, ids);
  return rows.map((row) => {
    const { title, text, to, look } = wordsOf(context, row, (id) => people.get(id), subjects);
    const { icon, tone } = look;
    return { id: String(row.seq), kind: row.kind, icon, tone, title, text, at: row.at, unread: !row.read, to };
  });
}

interface Words {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly look: NoticeStyle;
}

type Named = { readonly mid: string; readonly name: string } | undefined;

function wordsOf(
  context: InboxServices,
  { code, vars }: NoticeRow,
  personOf: (id: number) => Named,
  subjects: ReadonlyMap<string, string>,
): Words {
  const movement = NOTICE_RULES.movements[code];
  if (movement !== undefined) return { ...movementWords(context, code, vars, subjects), look: movement };
  if (code === 'moved') return { ...movedWords(context, vars), look: NOTICE_RULES.moved };
  if (code === 'bulletin') {
    const title = context.publication.bulletins().get(String(vars.id))?.title ?? NOTICE_RULES.bulletin.gone;
    return { title, text: '', to: fill(NOTICE_RULES.bulletin.to, { id: String(vars.id) }), look: NOTICE_RULES.bulletin };
  }
  const sentence = SENTENCES[code] ?? NOTICE_RULES.device;
  const person = typeof vars.who === 'number' ? personOf(vars.who) : undefined;
  const values = {
    ...Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, value ?? ''])),
    who: person?.name ?? '',
    mid: person?.mid ?? '',
    words: plainText(String(vars.words ?? ''), typeof vars.emote === 'string' ? vars.emote : null),
    amount: yuan(Number(vars.amount ?? 0)),
    ...(code === 'sale' ? saleValues(context, vars) : {}),
  };
  const subject = vars.about === 'hm' || vars.about === 'release' ? NOTICE_RULES.subjects[vars.about] : undefined;
  return {
    title: fill(sentence.title, values),
    text: fill(sentence.text, values),
    to: fill(sentence.to ?? subject ?? '', values),
    look: sentence,
  };
}

/** Values for a sale reminder: the present route of the game, '' when the game is gone, and the stop on the product's wall clock. */
const saleValues = ({ publication }: InboxServices, { game, stops }: NoticeRow['vars']) => ({
  route: publication.index().games.find(({ code }) => code === game)?.route ?? '',
  stops: formatInstant(stops, productOffset(publication) / 60_000, 'minute') ?? '',
});

/** For an order or a chase whose draw was moved (server/lottery/draws/moved-issues.ts). */
function movedWords(context: InboxServices, { game, issue, draws, issues, chase, kind, ref }: NoticeRow['vars']): Omit<Words, 'look'> {
  const { title, text, chase: ofChase } = NOTICE_RULES.moved;
  const values = {
    about: typeof game === 'string' ? subjectOf(context, game, issue) : '',
    draws: formatInstant(draws, productOffset(context.publication) / 60_000, 'minute') ?? '',
    issues: String(issues),
  };
  const many = typeof chase === 'string' && Number(issues) > 1;
  return {
    title,
    text: fill(many ? ofChase : text, values),
    to: many ? `/orderDetails?chaseId=${chase}` : kind === 'ticket' ? `/orderDetails?orderId=${ref}` : '',
  };
}

function movementWords(
  context: InboxServices,
  code: string,
  vars: NoticeRow['vars'],
  subjects: ReadonlyMap<string, string>,
): Omit<Words, 'look'> {
  const unit = vars.unit === 'points' ? 'points' : 'fen';
  const amount = unit === 'fen' ? yuan(Number(vars.amount)) : String(vars.amount);
  const issues = Number(vars.issues ?? 1);
  const about = typeof vars.game === 'string' ? subjectOf(context, vars.game, issues > 1 ? null : vars.issue) : '';
  const named = typeof vars.ref === 'string' ? subjects.get(vars.ref) : undefined;
  return {
    title: fill(NOTICE_RULES.movementTitle, { title: movementTitle(code, String(vars.reason)), amount, unit: NOTICE_RULES.units[unit] }),
    text: about === '' ? (named ?? '') : issues > 1 ? fill(NOTICE_RULES.issues, { about, issues: String(issues) }) : about,
    to:
      about === ''
        ? `/billingDetails?id=${vars.seq}`
        : issues > 1
          ? `/orderDetails?chaseId=${vars.chase}`
          : `/orderDetails?orderId=${vars.ref}`,
  };
}

const subjectOf = (context: InboxServices, game: string, issue: string | number | null | undefined): string =>
  context.orderKinds.get('ticket')?.subject({ game, issue: typeof issue === 'string' ? issue : null }) ?? '';
