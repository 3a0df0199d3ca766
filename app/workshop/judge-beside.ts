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
import { scratchChance, scratchReturns } from '../../engine/descriptions/scratch/figures.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { activityNameFindings, productNameFindings, type StoreNames } from '../../engine/descriptions/store/names.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import { type AskedTexts, quizInSetFindings } from '../../engine/quiz/sense.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import { fraction } from '../../engine/rules/math.ts';
import type { Fraction } from '../../engine/rules/types.ts';
import { smallOdds } from '../../engine/small/bets.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import { activityFacts, type Fact, productFacts, quizFacts } from './facts.ts';
import { articleFacts, bannerFacts, bulletinFacts, helpFacts } from './text-facts.ts';

/** A description whose properties are as its kind says. */
export type TextDocument = Readonly<Record<string, unknown>> & { readonly code: string };

export type BesideKind = 'small' | 'scratch' | 'quiz' | 'product' | 'activity' | 'bulletin' | 'banner' | 'article' | 'help';

/** Of products and activities; of quizzes; of texts of the house. */
export type DraftNames = StoreNames | AskedTexts | TextNames;

export interface BesideDraft {
  readonly is: 'beside';
  readonly id: number;
  readonly kind: BesideKind;
  readonly code: string;
  readonly text: string;
  /** What it may name beside its own file, as the server's list has it. */
  readonly names?: DraftNames | undefined;
}

/** A bet, or a prize of a pool; the last of a pool is all of it. */
export interface Returned {
  readonly code: string;
  readonly name: string;
  readonly pays: string;
  readonly chance: Fraction;
  readonly returns: Fraction;
}

/** The preview of a correct draft. */
export interface Seen {
  /** As it was read. */
  readonly document: TextDocument;
  readonly returned?: readonly Returned[];
  readonly facts?: readonly Fact[];
}

export function judgeBeside({ kind, code, text, names }: Omit<BesideDraft, 'id' | 'is'>): {
  readonly problems: readonly Problem[];
  readonly seen: Seen | undefined;
} {
  const loaded = loadDocument(text, { file: `${code}.json`, kind });
  if (!loaded.ok) return { problems: loaded.problems, seen: undefined };
  const document = loaded.document as unknown;
  const problems = names === undefined ? [] : loaded.report(namesFindings(kind, document, names));
  return { problems, seen: problems.length > 0 ? undefined : { document: document as TextDocument, ...seenOf(kind, document) } };
}

/** What the publication finds among the other files, as far as the workshop knows them. */
function namesFindings(kind: BesideKind, document: unknown, names: DraftNames): readonly Finding[] {
  if (kind === 'product') return productNameFindings(document as ProductDescription, names as StoreNames);
  if (kind === 'activity') return activityNameFindings(document as ActivityDescription, names as StoreNames);
  if (kind === 'banner') return bannerNameFindings(document as BannerDescription, names as TextNames);
  if (kind === 'article') return articleNameFindings(document as ArticleDescription, names as TextNames);
  if (kind === 'help') return helpNameFindings(document as HelpDescription, names as TextNames);
  if (kind !== 'quiz') return [];
  const { draws, sports } = names as AskedTexts;
  return quizInSetFindings(document as QuizDescription, { draws: new Map(Object.entries(draws)), sports: new Map(Object.entries(sports)) });
}

function seenOf(kind: BesideKind, document: unknown): Omit<Seen, 'document'> {
  switch (kind) {
    case 'small':
      return { returned: betsOf(document as SmallGame) };
    case 'scratch':
      return { returned: prizesOf(document as ScratchDescription) };
    case 'quiz':
      return { facts: quizFacts(document as QuizDescription) };
    case 'product':
      return { facts: productFacts(document as ProductDescription) };
    case 'activity':
      return { facts: activityFacts(document as ActivityDescription) };
    case 'bulletin':
      return { facts: bulletinFacts(document as BulletinDescription) };
    case 'banner':
      return { facts: bannerFacts(document as BannerDescription) };
    case 'article':
      return { facts: articleFacts(document as ArticleDescription) };
    case 'help':
      return { facts: helpFacts(document as HelpDescription) };
  }
}

function betsOf(game: SmallGame): readonly Returned[] {
  return smallOdds(game).map(({ code, name, group, pays, winChance, returns }) => ({
    code,
    name: [group, name].filter((each, i, all) => each !== '' && all.indexOf(each) === i).join(' '),
    pays,
    chance: winChance,
    returns,
  }));
}

function prizesOf(card: ScratchDescription): readonly Returned[] {
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
