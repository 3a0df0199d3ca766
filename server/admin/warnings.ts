/** Warnings of a game that is about to be published: plays that return more or less than is usual, and did not before. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Loaded } from '../../engine/descriptions/load.ts';
import type { Finding, Problem } from '../../engine/descriptions/problem.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import type { Game, GameDescription } from '../../engine/descriptions/types.ts';
import { bandFindings, USUAL_BAND } from '../../engine/rules/band.ts';
import type { Publication } from '../catalog/index.ts';

export const returnWarnings =
  (publication: Pick<Publication, 'game' | 'gameSet'>) =>
  async (loaded: Loaded): Promise<readonly Problem[]> => {
    if (!loaded.ok) return [];
    const document = loaded.document as unknown as GameDescription;
    const { families, calendars } = publication.gameSet();
    const family = document.family === undefined ? undefined : (families.get(document.family) ?? undefined);
    const calendar = calendars.get(calendarOf(document) ?? '') ?? undefined;
    const warnings = await warningsOf(document, resolveGame(document, family, calendar));
    if (warnings.length === 0) return [];
    // What is sold already was accepted when it was published, or lies in a file that somebody put there.
    const running = publication.game(document.code)?.game;
    const before = running === undefined ? [] : await warningsOf(document, running);
    const earlierNames = new Set(before.map(nameOf));
    return loaded.report(warnings.filter((finding) => !earlierNames.has(nameOf(finding))));
  };

const nameOf = ({ details }: Finding): string => `${details?.play} ${details?.found}`;

async function warningsOf(document: GameDescription, game: Game): Promise<Finding[]> {
  const newWarnings: Finding[] = [];
  for (const finding of bandFindings(document, game, USUAL_BAND)) {
    if (finding) newWarnings.push(finding);
    // Bets are served in between.
    await breathe();
  }
  return newWarnings;
}
