/**
 * Checks a draft beside the draws as the publication checks it: a mini game or a family of scratch cards with its exact returns by
 * enumeration, a product, an activity, a quiz or a text of the house with its description in words.
 */
import { articleNameFindings, bannerNameFindings, helpNameFindings, type TextNames } from '../../engine/descriptions/content/names.ts';
import type {
  ArticleDescription,
  BannerDescription,
  BulletinDescription,
  HelpDescription,
} from '../../engine/descriptions/content/types.ts';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { loadDocument } from '../../engine/descriptions/load.ts';
import type { Finding, Problem } from '../../engine/descriptions/problem.ts';
import { scratchChance, scratchReturns } from '../../engine/descriptions/scratch/pool-returns.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { activityNameFindings, productNameFindings, type StoreNames } from '../../engine/descriptions/store/names.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import { type QuizSourceTexts, quizInSetFindings } from '../../engine/quiz/semantics.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import { fraction } from '../../engine/rules/math.ts';
import type { Fraction } from '../../engine/rules/types.ts';
import { smallOdds } from '../../engine/small/bets.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import { activitySummary, type SummaryRow, productSummary, quizSummary } from './draft-summary.ts';
import { articleSummary, bannerSummary, bulletinSummary, helpSummary } from './text-facts.ts';

/** A description whose properties are as its kind says. */
export type TextDocument = Readonly<Record<string, unknown>> & { readonly code: string };

export type DocumentKindCode = 'small' | 'scratch' | 'quiz' | 'product' | 'activity' | 'bulletin' | 'banner' | 'article' | 'help';

/** Of products and activities; of quizzes; of texts of the house. */
export type KnownNames = StoreNames | QuizSourceTexts | TextNames;

export interface DocumentDraft {
  readonly is: 'document';
  readonly id: number;
  readonly kind: DocumentKindCode;
  readonly code: string;
  readonly text: string;
  /** What it may name beside its own file, as the server's list has it. */
  readonly names?: KnownNames | undefined;
}

/** A bet, or a prize of a pool; the last of a pool is all of it. */
export interface ReturnRow {
  readonly code: string;
  readonly name: string;
  readonly pays: string;
  readonly chance: Fraction;
  readonly returns: Fraction;
}

/** The preview of a correct draft. */
export interface DocumentSummary {
  /** As it was read. */
  readonly document: TextDocument;
  readonly returnRows?: readonly ReturnRow[];
  readonly rows?: readonly SummaryRow[];
}

export function checkDocument({ kind, code, text, names }: Omit<DocumentDraft, 'id' | 'is'>): {
  readonly problems: readonly Problem[];
  readonly summary: DocumentSummary | undefined;
} {
  const loaded = loadDocument(text, { file: `${code}.json`, kind });
  if (!loaded.ok) return { problems: loaded.problems, summary: undefined };
  const document = loaded.document as unknown;
  const problems = names === undefined ? [] : loaded.report(namesFindings(kind, document, names));
  return { problems, summary: problems.length > 0 ? undefined : { document: document as TextDocument, ...summaryOf(kind, document) } };
}

/** What the publication finds among the other files, as far as the workshop knows them. */
function namesFindings(kind: DocumentKindCode, document: unknown, names: KnownNames): readonly Finding[] {
  if (kind === 'product') return productNameFindings(document as ProductDescription, names as StoreNames);
  if (kind === 'activity') return activityNameFindings(document as ActivityDescription, names as StoreNames);
  if (kind === 'banner') return bannerNameFindings(document as BannerDescription, names as TextNames);
  if (kind === 'article') return articleNameFindings(document as ArticleDescription, names as TextNames);
  if (kind === 'help') return helpNameFindings(document as HelpDescription, names as TextNames);
  if (kind !== 'quiz') return [];
  const { draws, sports } = names as QuizSourceTexts;
  return quizInSetFindings(document as QuizDescription, { draws: new Map(Object.entries(draws)), sports: new Map(Object.entries(sports)) });
}

function summaryOf(kind: DocumentKindCode, document: unknown): Omit<DocumentSummary, 'document'> {
  switch (kind) {
    case 'small':
      return { returnRows: betReturns(document as SmallGame) };
    case 'scratch':
      return { returnRows: prizeReturns(document as ScratchDescription) };
    case 'quiz':
      return { rows: quizSummary(document as QuizDescription) };
    case 'product':
      return { rows: productSummary(document as ProductDescription) };
    case 'activity':
      return { rows: activitySummary(document as ActivityDescription) };
    case 'bulletin':
      return { rows: bulletinSummary(document as BulletinDescription) };
    case 'banner':
      return { rows: bannerSummary(document as BannerDescription) };
    case 'article':
      return { rows: articleSummary(document as ArticleDescription) };
    case 'help':
      return { rows: helpSummary(document as HelpDescription) };
  }
}

function betReturns(game: SmallGame): readonly ReturnRow[] {
  return smallOdds(game).map(({ code, name, group, pays, winChance, returns }) => ({
    code,
    name: [group, name].filter((each, i, all) => each !== '' && all.indexOf(each) === i).join(' '),
    pays,
    chance: winChance,
    returns,
  }));
}

function prizeReturns(card: ScratchDescription): readonly ReturnRow[] {
  const { tickets, priceFen, prizes } = card;
  return [
    ...prizes.map(({ name, fen, count }) => ({
      code: String(fen),
      name,
      pays: `${formatMoney(fen)} × ${count}`,
      chance: fraction(BigInt(count), BigInt(tickets)),
      returns: fraction(BigInt(fen) * BigInt(count), BigInt(priceFen) * BigInt(tickets)),
    })),
    { code: card.code, name: '全部', pays: '', chance: scratchChance(card), returns: scratchReturns(card) },
  ];
}
