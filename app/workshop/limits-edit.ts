/** Limits (限额) in the text of a game, one amount at a time. Pure: text in, text out. */
import { parse } from 'jsonc-parser';
import type { GameDescription, Limits, PlayLimits } from '../../engine/descriptions/types.ts';
import { setJsonValue } from './text-edit.ts';

/** Which amount: of the whole issue without a `play`; `selection` is of each different bet of the play. */
export interface LimitPlace {
  readonly play?: string;
  readonly of: 'stakeFen' | 'selection/stakeFen' | 'selection/exposureFen';
}

export const LIMITS_OF_PLAY = ['stakeFen', 'selection/stakeFen', 'selection/exposureFen'] as const;

/** The limits that the text says itself; undefined when it says none, or is not JSON yet. */
export const limitsInText = (text: string): Limits | undefined => (parse(text) as Partial<GameDescription> | undefined)?.limits;

/** Fen of a place; undefined where nothing is limited. */
export function limitAt(limits: Limits | undefined, { play, of }: LimitPlace): number | undefined {
  if (play === undefined) return limits?.stakeFen;
  const own = limits?.plays?.find((each) => each.play === play);
  return of === 'stakeFen' ? own?.stakeFen : own?.selection?.[of === 'selection/stakeFen' ? 'stakeFen' : 'exposureFen'];
}

/** Where the document says it, as problems point there; undefined where it does not. */
export function limitPointer(limits: Limits | undefined, { play, of }: LimitPlace): string | undefined {
  if (play === undefined) return '/limits/stakeFen';
  const at = limits?.plays?.findIndex((each) => each.play === play) ?? -1;
  return at < 0 ? undefined : `/limits/plays/${at}/${of}`;
}

/**
 * The text with another amount there, or none (`fen` undefined). A game's own limits take the place of its family's (`inherited`), so the first
 * change writes those down too; limits without an amount are removed.
 */
export function withLimit(text: string, inherited: Limits | undefined, place: LimitPlace, fen: number | undefined): string {
  const before = limitsInText(text) ?? inherited ?? {};
  const { play, of } = place;
  const next: Limits =
    play === undefined ? { ...before, stakeFen: fen } : { ...before, plays: playsWith(before.plays ?? [], play, of, fen) };
  const nextLimits = filled({ ...next, plays: next.plays?.length === 0 ? undefined : next.plays });
  // Where the family has limits, none of its own would be the family's again.
  return setJsonValue(text, ['limits'], Object.keys(nextLimits).length === 0 && inherited === undefined ? undefined : nextLimits);
}

function playsWith(plays: readonly PlayLimits[], play: string, of: LimitPlace['of'], fen: number | undefined): readonly PlayLimits[] {
  const before = plays.find((each) => each.play === play) ?? { play };
  const selection = filled({ ...before.selection, ...(of === 'stakeFen' ? {} : { [of.replace('selection/', '')]: fen }) });
  const after = filled({
    ...before,
    ...(of === 'stakeFen' ? { stakeFen: fen } : {}),
    selection: Object.keys(selection).length === 0 ? undefined : selection,
  }) as PlayLimits;
  const rest = Object.keys(after).length > 1 ? [after] : [];
  return plays.includes(before) ? plays.flatMap((each) => (each === before ? rest : [each])) : [...plays, ...rest];
}

const filled = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
