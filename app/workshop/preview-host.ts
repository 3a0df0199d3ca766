/**
 * A host that has a draft and nothing else: the engine's screens run as on a player's phone, on draws and matches made up here and on
 * example answers, and no bet leaves the page.
 */
import { issueAt, issuesBefore, issuesFrom } from '../../engine/descriptions/schedule.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Draw, Game } from '../../engine/descriptions/types.ts';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions, type SubmissionsDriver } from '../../engine/drivers/submissions.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { drawNumbers, omissions } from '../../engine/rules/index.ts';
import type { CallResult, Host } from '../../engine/screens/core/contract.ts';
import type { LoadedSport } from '../../engine/screens/sports/calls.ts';
import type { Boot } from '../host/boot.ts';
import { offsetMinutes } from '../host/brand.ts';
import { type SampleMatches, sampleMatches } from './preview-matches.ts';
import type { PreviewDraft, TextPreview } from './preview-message.ts';
import { fetchDocument, ShownDraft } from './shown-draft.ts';

const PAGE = 'page';
const CHASE = 'chase';
const MATCHES = 'matches';
const OPTIONS = 'options';
/** Draws that omission looks back over, as many as are shown. */
const DRAWS = 20;

export interface PreviewHost extends Host {
  /**
   * Puts a draft in place of the last; what still fits of the picks stays, as on a phone that a new version reaches. Resolves when the game
   * is there that the draft needs, and throws when there is none.
   */
  show(draft: PreviewDraft): Promise<void>;
  /** Code of the game that is shown, or on which a screen of games is shown; '' for none. */
  gameCode(): string;
}

export interface PreviewOptions {
  readonly boot: Boot;
  readonly toast: (text: string) => void;
  /** `ofText`: from a page that a text is looked at on. */
  readonly navigate: (to: string, ofText: boolean) => void;
  readonly back: () => void;
  /** What a call answers where a draft of a text is in force. */
  readonly ask: (draft: TextPreview, path: string, params: Readonly<Record<string, string>>) => Promise<CallResult<unknown>>;
}

export function createPreviewHost({ boot, toast, navigate, back, ask }: PreviewOptions): PreviewHost {
  const draft = new ShownDraft(boot.index);
  const minutes = offsetMinutes(boot.brand.utcOffset);
  const matches = new PreviewMatches(draft, minutes);
  const stored = new Map<string, string>();
  const refuse = (): Refused => {
    const msg = '预览模式，不会真正投注，也没有账户';
    toast(msg);
    return { ok: false, status: 9, msg, inDoubt: false };
  };
  return {
    brand: boot.brand,
    session: draft.session,
    terms: boot.terms,
    offsetMinutes: minutes,
    index: draft.index,
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    gameCalls: { page: PAGE, bet: 'bet', chase: CHASE },
    async loadGame() {
      if (draft.game === undefined) throw new Error('no draft');
      return draft.game;
    },
    loadSport: (code) => matches.loadSport(code),
    sportCalls: { page: MATCHES, options: OPTIONS, bet: 'bet', optimised: 'bet' },
    loadDocument: <T>(kind: string, code: string, hash = boot.index.documents[kind]?.[code]) => fetchDocument<T>(kind, code, hash),
    async call<T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<CallResult<T>> {
      if (draft.text !== undefined) return (await ask(draft.text, path, params)) as CallResult<T>;
      const models = matches.answer(path, params) ?? gameAnswer(draft, path) ?? exampleAnswer(draft, path);
      return models === undefined ? refuse() : { ok: true, models: models as T };
    },
    submissions: previewSubmissions(refuse),
    navigate: (to) => navigate(to, draft.text !== undefined),
    back,
    openGame: () => false,
    openMenu: () => toast('预览里没有菜单'),
    perform: async () => false,
    toast,
    now: () => Date.now(),
    on: (type, listener) => (type === 'index' ? draft.onIndex(listener as () => void) : () => {}),
    gameCode: () => draft.game?.game.code ?? '',
    show: (next) => draft.show(next),
  };
}

type Refused = Extract<CallResult<never>, { readonly ok: false }>;

function previewSubmissions(refuse: () => Refused): SubmissionsDriver {
  return createSubmissions({
    store: namespacedStore('preview', () => undefined),
    clock: realClock,
    player: () => '0',
    newKey: () => crypto.randomUUID(),
    send: async () => refuse(),
    ask: async () => ({ state: 'unknown' }),
  });
}

/** What the calls of a lottery game answer; undefined for another call. */
function gameAnswer({ game: shown }: ShownDraft, path: string): unknown {
  if (shown === undefined) return undefined;
  const { game, hash } = shown;
  if (path === PAGE) return madeUpPage(game, hash);
  return path === CHASE ? { items: issuesFrom(game.schedule, Date.now(), game.caps.issues) } : undefined;
}

function exampleAnswer({ examples }: ShownDraft, path: string): unknown {
  const known = path.toLowerCase();
  return Object.hasOwn(examples, known) ? examples[known] : undefined;
}

const uniform = (n: number): number => Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32) * n);

/** The page of a game, with draws made up at random. */
function madeUpPage(game: Game, hash: string): unknown {
  const now = Date.now();
  const draws: readonly Draw[] = Array.from({ length: DRAWS }, () => drawNumbers(game, uniform));
  const past = issuesBefore(game.schedule, now, DRAWS).reverse();
  return {
    gameCode: game.code,
    hash,
    current: { ...issueAt(game.schedule, now), commit: '' },
    latest: past.slice(0, 5).map(({ issue, drawsAt }, i) => ({
      gameCode: game.code,
      gameName: game.name,
      issue,
      drawsAt,
      hash,
      numbers: draws[i]?.numbers ?? {},
      proof: { commit: '', seed: '' },
    })),
    omission: omissions(game, draws),
  };
}

/** Sports games, and the matches that are made up for those that were opened. */
class PreviewMatches {
  readonly #draft: ShownDraft;
  readonly #offsetMinutes: number;
  /** By code; one version of a game keeps the same matches. */
  readonly #played = new Map<string, { readonly hash: string; readonly matches: SampleMatches }>();

  constructor(draft: ShownDraft, offsetMinutes: number) {
    this.#draft = draft;
    this.#offsetMinutes = offsetMinutes;
  }

  async loadSport(code: string): Promise<LoadedSport> {
    const { sport: drafted, published } = this.#draft;
    const hash = published.games.find((game) => game.code === code && game.kind === 'sport')?.hash;
    const loaded =
      drafted?.sport.code === code ? drafted : { hash: hash ?? '', sport: await fetchDocument<SportGame>('sport', code, hash) };
    if (this.#played.get(code)?.hash !== loaded.hash)
      this.#played.set(code, { hash: loaded.hash, matches: sampleMatches(loaded, Date.now(), this.#offsetMinutes) });
    return loaded;
  }

  /** What calls about matches answer; undefined for another call. Nothing changes after the first page. */
  answer(path: string, { game = '', since, ids = '' }: Readonly<Record<string, string>>): unknown {
    const matches = this.#played.get(game)?.matches;
    if (path === MATCHES) return since === undefined ? matches?.page : matches && { ...matches.page, full: false, matches: [] };
    return path === OPTIONS ? matches?.options(ids.split(',')) : undefined;
  }
}
