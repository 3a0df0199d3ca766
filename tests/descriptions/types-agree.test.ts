/**
 * The hand-written vocabulary (engine/descriptions/types.ts) and the types generated from schemas/ say the same: each is
 * assignable to the other once both are read-only. `npm run check` compiles this file; at run time there is little to see.
 */
import { expect, it } from 'vitest';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type { ActivityDescription as ActivitySchema } from '../../engine/descriptions/generated/activity.ts';
import type { ArticleDescription, HelpDescription } from '../../engine/descriptions/content/types.ts';
import type { ArticleDescription as ArticleSchema } from '../../engine/descriptions/generated/article.ts';
import type { HelpDescription as HelpSchema } from '../../engine/descriptions/generated/help.ts';
import type { FamilyDescription as FamilySchema } from '../../engine/descriptions/generated/family.ts';
import type { GameDescription as GameSchema } from '../../engine/descriptions/generated/game.ts';
import type { LeagueDescription as LeagueSchema } from '../../engine/descriptions/generated/league.ts';
import type { OutrightDescription as OutrightSchema } from '../../engine/descriptions/generated/outright.ts';
import type { PassesDescription as PassesSchema } from '../../engine/descriptions/generated/passes.ts';
import type { QuizDescription as QuizSchema } from '../../engine/descriptions/generated/quiz.ts';
import type { ProductDescription as ProductSchema } from '../../engine/descriptions/generated/product.ts';
import type { ScratchDescription as ScratchSchema } from '../../engine/descriptions/generated/scratch.ts';
import type { SportDescription as SportSchema } from '../../engine/descriptions/generated/sport.ts';
import type { Ticket as TicketSchema } from '../../engine/descriptions/generated/ticket.ts';
import { validators } from '../../engine/descriptions/generated/validators.js';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import type { LeagueDescription, OutrightDescription, PassesDescription, SportFile } from '../../engine/descriptions/sports/types.ts';
import type { FamilyDescription, GameDescription, Ticket } from '../../engine/descriptions/types.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** true when A and B are assignable to each other, else a type that names the direction which fails. */
type Agree<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'the schema allows more') : 'the types allow more';

const family: Agree<DeepReadonly<FamilyDescription>, DeepReadonly<FamilySchema>> = true;
const game: Agree<DeepReadonly<GameDescription>, DeepReadonly<GameSchema>> = true;
const ticket: Agree<DeepReadonly<Ticket>, DeepReadonly<TicketSchema>> = true;
const passes: Agree<DeepReadonly<PassesDescription>, DeepReadonly<PassesSchema>> = true;
const sport: Agree<DeepReadonly<SportFile>, DeepReadonly<SportSchema>> = true;
const league: Agree<DeepReadonly<LeagueDescription>, DeepReadonly<LeagueSchema>> = true;
const outright: Agree<DeepReadonly<OutrightDescription>, DeepReadonly<OutrightSchema>> = true;
const product: Agree<DeepReadonly<ProductDescription>, DeepReadonly<ProductSchema>> = true;
const activity: Agree<DeepReadonly<ActivityDescription>, DeepReadonly<ActivitySchema>> = true;
const help: Agree<DeepReadonly<HelpDescription>, DeepReadonly<HelpSchema>> = true;
const article: Agree<DeepReadonly<ArticleDescription>, DeepReadonly<ArticleSchema>> = true;
const scratch: Agree<DeepReadonly<ScratchDescription>, DeepReadonly<ScratchSchema>> = true;
const quiz: Agree<DeepReadonly<QuizDescription>, DeepReadonly<QuizSchema>> = true;

it('types and schemas agree, and every schema of a kind has its validator', () => {
  expect([family, game, ticket, passes, sport, league, outright, product, scratch, quiz, activity, help, article]).toEqual(
    Array(13).fill(true),
  );
  expect(Object.keys(validators)).toEqual(
    expect.arrayContaining([
      ...['family', 'game', 'league', 'outright', 'passes', 'product', 'routes', 'quiz', 'scratch', 'small', 'sport', 'ticket'],
    ]),
  );
});
