/** Codes of games as players and addresses write them: large and small letters are the same, and no two codes differ in them alone. */
import type { Publication } from './publication.ts';

/** The code of the published game, of numbers or of matches, that is written so; as it is written where there is none. */
export function gameCodeOf({ publication }: { readonly publication: Pick<Publication, 'index'> }, written: string): string {
  const { games } = publication.index();
  if (games.some(({ code }) => code === written)) return written;
  const lower = written.toLowerCase();
  return games.find(({ code }) => code.toLowerCase() === lower)?.code ?? written;
}
