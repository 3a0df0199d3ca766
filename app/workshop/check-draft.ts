/** A draft checked by the same engine that publishes it. Of a game: problems, what it changes for players, what it pays. Runs in a worker. */
import { loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { plainGame } from '../../engine/descriptions/plain-game.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import { type GameSurroundings, gameInSetFindings } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { FamilyDescription, Game, Play } from '../../engine/descriptions/types.ts';
import { bandFinding, type PrizeChange, changedPlays, USUAL_BAND } from '../../engine/rules/band.ts';
import { type Change, changesBetween } from '../../engine/rules/version-changes.ts';
import { compiledPlay } from '../../engine/rules/compile.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';
import { drawCount, oddsOf, type PlayOdds } from '../../engine/rules/odds.ts';
import { playReturns, type Returns } from '../../engine/rules/returns.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { type DocumentDraft, checkDocument, type DocumentSummary } from './check-document.ts';
import { checkScreen, type ScreenDraft } from './check-screen.ts';

export interface GameDraft {
  readonly is: 'game';
  readonly id: number;
  readonly code: string;
  readonly text: string;
  readonly surroundings: GameSurroundings;
  readonly published: Game | null;
  /** When it would be published, unix ms of the server's clock. */
  readonly atMs: number;
}

/** A family is shown and checked as a game of it with no differences. */
export interface FamilyDraft {
  readonly is: 'family';
  readonly id: number;
  readonly code: string;
  readonly text: string;
  readonly published: FamilyDescription | null;
  readonly atMs: number;
}

export type DraftToCheck = GameDraft | FamilyDraft | ScreenDraft | DocumentDraft;

export type DraftFinding =
  | { readonly id: number; readonly is: 'screen'; readonly screen: ScreenDocument }
  | { readonly id: number; readonly is: 'summary'; readonly summary: DocumentSummary }
  | { readonly id: number; readonly is: 'problems'; readonly problems: readonly Problem[] }
  | { readonly id: number; readonly is: 'game'; readonly game: Game; readonly draws: bigint | undefined }
  /** Undefined for a game that is not published yet. */
  | { readonly id: number; readonly is: 'changes'; readonly changes: readonly Change[] | undefined }
  | { readonly id: number; readonly is: 'odds'; readonly play: PlayOdds }
  /** Not wrong, and asked about once more before it is published. */
  | { readonly id: number; readonly is: 'warning'; readonly problem: Problem }
  | { readonly id: number; readonly is: 'done' };

const families = new Map<string, { readonly text: string | null; readonly document: FamilyDescription | null }>();

function familiesOf(texts: GameSurroundings['families']): ReadonlyMap<string, FamilyDescription | null> {
  const found = new Map<string, FamilyDescription | null>();
  for (const [code, text] of Object.entries(texts)) {
    let known = families.get(code);
    if (known?.text !== text) {
      // As the server has it in force.
      known = { text, document: text === null ? null : (JSON.parse(text) as FamilyDescription) };
      families.set(code, known);
    }
    found.set(code, known.document);
  }
  return found;
}

/** Tells what it finds step by step, the quick things first; `breathe` resolves false when a newer draft makes this one idle. */
export async function checkDraft(
  draft: DraftToCheck,
  tell: (finding: DraftFinding) => void,
  breathe: () => Promise<boolean>,
): Promise<void> {
  if (draft.is === 'game') return checkGame(draft, tell, breathe);
  if (draft.is === 'family') return checkFamily(draft, tell, breathe);
  const { id } = draft;
  if (draft.is === 'document') {
    const { problems, summary } = checkDocument(draft);
    tell({ id, is: 'problems', problems });
    if (summary) tell({ id, is: 'summary', summary });
    return tell({ id, is: 'done' });
  }
  const { problems, screen } = checkScreen(draft);
  tell({ id, is: 'problems', problems });
  if (screen) tell({ id, is: 'screen', screen });
  tell({ id, is: 'done' });
}

async function checkGame(draft: GameDraft, tell: (finding: DraftFinding) => void, breathe: () => Promise<boolean>): Promise<void> {
  const { id, code, text, published, surroundings } = draft;
  const known = familiesOf(surroundings.families);
  const calendars = new Map(Object.entries(surroundings.calendars));
  const loaded = loadGame(text, { file: `${code}.json` });
  const problems = loaded.ok
    ? loaded.report(
        gameInSetFindings(loaded.document, {
          families: known,
          calendars,
          routes: surroundings.routes,
          screens: new Set(surroundings.screens),
          codes: surroundings.codes,
          games: new Map(Object.entries(surroundings.games)),
        }),
      )
    : loaded.problems;
  tell({ id, is: 'problems', problems });
  if (!loaded.ok || problems.length > 0) return;
  const { document } = loaded;
  const family = document.family === undefined ? undefined : (known.get(document.family) ?? undefined);
  const game = resolveGame(document, family, calendars.get(calendarOf(document) ?? '') ?? undefined);
  const warn = (play: Play, returns: Returns, turn?: PrizeChange): void => {
    const finding = bandFinding(document, play, returns, USUAL_BAND, turn);
    for (const problem of finding ? loaded.report([finding]) : []) tell({ id, is: 'warning', problem });
  };
  const going = await checkPlays({ id, game, published, atMs: draft.atMs }, tell, breathe, (play, odds) => warn(play, odds.returns));
  if (!going) return;
  for (const { turn, game: dated, play } of changedPlays(document, game)) {
    if (!(await breathe())) return;
    const compiled = compiledPlay(dated, play);
    const returns = playReturns({ game: dated, plays: [compiled], play: () => compiled }, play.code);
    if (returns) warn(play, returns, turn);
  }
  tell({ id, is: 'done' });
}

async function checkFamily(draft: FamilyDraft, tell: (finding: DraftFinding) => void, breathe: () => Promise<boolean>): Promise<void> {
  const { id, code, text, published, atMs } = draft;
  const loaded = loadFamily(text, { file: `${code}.json` });
  const game = loaded.ok ? gameOf(loaded.document, atMs) : undefined;
  tell({ id, is: 'problems', problems: loaded.ok ? [] : loaded.problems });
  if (game === undefined) return;
  const before = published && (gameOf(published, atMs) ?? null);
  if (await checkPlays({ id, game, published: before, atMs }, tell, breathe, () => {})) tell({ id, is: 'done' });
}

function gameOf(family: FamilyDescription, atMs: number): Game | undefined {
  const loaded = plainGame(family, new Date(atMs).toISOString().slice(0, 10));
  return loaded.ok ? resolveGame(loaded.document, family) : undefined;
}

/** What a game that is in order changes for players, and what its plays pay. False: a newer draft has made it idle. */
async function checkPlays(
  { id, game, published, atMs }: { readonly id: number; readonly game: Game; readonly published: Game | null; readonly atMs: number },
  tell: (finding: DraftFinding) => void,
  breathe: () => Promise<boolean>,
  onOdds: (play: Play, odds: PlayOdds) => void,
): Promise<boolean> {
  const compiled: CompiledGame = compileGame(game);
  tell({ id, is: 'game', game, draws: drawCount(game.draw) });
  if (!(await breathe())) return false;
  tell({ id, is: 'changes', changes: published === null ? undefined : changesBetween(compileGame(published), compiled, 'zh', atMs) });
  for (const { play } of compiled.plays) {
    if (!(await breathe())) return false;
    for (const odds of oddsOf(compiled, play.code)) {
      tell({ id, is: 'odds', play: odds });
      onOdds(play, odds);
    }
  }
  return true;
}
