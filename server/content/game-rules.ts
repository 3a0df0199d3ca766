/**
 * The page of rules of every game. It is made of the game's description and of the odds that follow from it, so that what players read is
 * what they are sold and paid by; nothing of a game is written here.
 */
import type { Piece } from '../../engine/descriptions/content/types.ts';
import { issueAt } from '../../engine/descriptions/schedule.ts';
import type { ContentServices } from './services.ts';
import { currentPoolPrizes } from '../lottery/index.ts';
import { numberRules } from './number-rules.ts';
import { outrightRules, scratchRules, smallRules, sportRules } from './other-rules.ts';
import { RULES_TEXT } from './rules-text.ts';
import { fill } from '../catalog/index.ts';

/** A game that has a page of rules. */
export interface GameWithRules {
  readonly code: string;
  readonly name: string;
  readonly section: string;
  /** Where it is played: game:code, or a route. */
  readonly target: string;
  readonly pieces: () => Promise<Piece[]> | Piece[];
}

const { routes } = RULES_TEXT;
const sectionOf = (menu: { readonly section: string } | undefined): string => menu?.section ?? 'sport';

/** All games in force but those that are switched off, in the order of their menus. */
export function gamesWithRules(context: ContentServices): GameWithRules[] {
  const { publication } = context;
  const indexed = publication.index().games.flatMap(({ code, disabled, kind }): GameWithRules[] => {
    if (disabled !== undefined) return [];
    const target = `game:${code}`;
    const onMatches = kind === 'sport' ? publication.sports().get(code)?.sport : undefined;
    if (onMatches !== undefined)
      return [{ code, name: onMatches.name, section: sectionOf(onMatches.menu), target, pieces: () => sportRules(onMatches) }];
    const outright = kind === 'outright' ? publication.outrights().get(code)?.outright : undefined;
    if (outright !== undefined)
      return [{ code, name: outright.name, section: sectionOf(outright.menu), target, pieces: () => outrightRules(outright) }];
    const game = publication.game(code)?.game;
    if (game === undefined) return [];
    const pieces = async () => {
      // What is bet on now pays what holds at its draw.
      const { drawsAt } = issueAt(game.schedule, context.clock.now());
      const inForce = await currentPoolPrizes(context.database, game);
      return numberRules(game, drawsAt, await context.odds.of(game, drawsAt), inForce);
    };
    return [{ code, name: game.name, section: game.menu.section, target, pieces }];
  });
  const cards = [...publication.scratch().values()].flatMap(({ code, card }): GameWithRules[] =>
    card.disabled === undefined
      ? [{ code, name: card.name, section: 'scratch', target: routes.scratch, pieces: () => scratchRules(card) }]
      : [],
  );
  const smalls = [...publication.smalls().values()].flatMap(({ code, game }): GameWithRules[] => {
    const route = game.gate === undefined ? (game.dice === undefined ? routes.slot : routes.dice) : routes.gate;
    const target = fill(route, { CODE: code.toUpperCase() });
    return game.disabled === undefined ? [{ code, name: game.name, section: 'small', target, pieces: () => smallRules(game) }] : [];
  });
  return [...indexed, ...cards, ...smalls];
}

/** Its page: where it is played first, since that is what most come for. */
export async function rulesPageOf({ name, target, pieces }: GameWithRules): Promise<Piece[]> {
  const button: Piece = { kind: 'button', text: fill(target.startsWith('game:') ? RULES_TEXT.play : RULES_TEXT.open, { name }), target };
  return [...(await pieces()), { kind: 'note', text: RULES_TEXT.made }, button];
}
