/**
 * A host that has a draft and nothing else: the engine's screens run as on a player's phone, on draws and matches made up here and on
 * example answers, and no bet leaves the page.
 */
import { proxy, ref } from 'valtio/vanilla';
import { drawsADay, issueAt, issuesBefore, issuesFrom } from '../../engine/descriptions/schedule.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, Draw, Game, IndexedGame } from '../../engine/descriptions/types.ts';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions } from '../../engine/drivers/submissions.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { drawNumbers, omissions } from '../../engine/rules/index.ts';
import type { CallResult, Host, LoadedGame, LoadedSport } from '../../engine/screens/core/contract.ts';
import type { Boot } from '../host/boot.ts';
import { offsetMinutes } from '../host/brand.ts';
import { type MadeUpMatches, madeUpMatches } from './preview-matches.ts';
import type { Draft, ScreenPreview, TextPreview } from './preview-message.ts';

const PAGE = 'page';
const CHASE = 'chase';
const MATCHES = 'matches';
const OPTIONS = 'options';
/** Draws that omission looks back over, as many as are shown. */
const DRAWS = 20;
const BALANCE_FEN = 1_000_000;

export interface PreviewHost extends Host {
  /**
   * Puts a draft in place of the last; what still fits of the picks stays, as on a phone that a new version reaches. Resolves when the game
   * is there that the draft needs, and throws when there is none.
   */
  show(draft: Draft): Promise<void>;
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
  const published = boot.index;
  const index = proxy({ current: ref({ ...published, games: [] }) as DescriptionIndex });
  const session = proxy({ loggedIn: true, userName: '预览', mid: '0', balanceFen: BALANCE_FEN as number | null });
  let examples: ScreenPreview['examples'] = {};
  const stored = new Map<string, string>();
  const listeners = new Set<() => void>();
  let shown: LoadedGame | undefined;
  let drafted: LoadedSport | undefined;
  let written: TextPreview | undefined;
  /** Matches of the sports games that were opened, by code; one version of a game keeps the same. */
  const played = new Map<string, { readonly hash: string; readonly matches: MadeUpMatches }>();
  let versions = 0;

  const minutes = offsetMinutes(boot.brand.utcOffset);
  const uniform = (n: number): number => Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32) * n);
  const answer = <T>(models: unknown): CallResult<T> => ({ ok: true, models: models as T });

  function page(game: Game, hash: string): unknown {
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

  async function loadSport(code: string): Promise<LoadedSport> {
    const hash = published.games.find((game) => game.code === code && game.kind === 'sport')?.hash;
    const loaded =
      drafted?.sport.code === code ? drafted : { hash: hash ?? '', sport: await fetchDocument<SportGame>('sport', code, hash) };
    if (played.get(code)?.hash !== loaded.hash) {
      played.set(code, { hash: loaded.hash, matches: madeUpMatches(loaded, Date.now(), minutes) });
    }
    return loaded;
  }

  /** What calls about matches answer; undefined for another call. Nothing changes after the first page. */
  function matchAnswer(path: string, { game = '', since, ids = '' }: Readonly<Record<string, string>>): unknown {
    const matches = played.get(game)?.matches;
    if (path === MATCHES) return since === undefined ? matches?.page : matches && { ...matches.page, full: false, matches: [] };
    return path === OPTIONS ? matches?.options(ids.split(',')) : undefined;
  }

  const refuse = () => {
    const msg = '这是预览：不会真的投注，也没有帐户';
    toast(msg);
    return { ok: false, status: 9, msg, inDoubt: false } as const;
  };
  const gameCalls = { page: PAGE, bet: 'bet', chase: CHASE };
  return {
    brand: boot.brand,
    session,
    terms: boot.terms,
    offsetMinutes: minutes,
    index,
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    gameCalls,
    async loadGame() {
      if (shown === undefined) throw new Error('no draft');
      return shown;
    },
    loadSport,
    sportCalls: { page: MATCHES, options: OPTIONS, bet: 'bet', optimised: 'bet' },
    loadDocument: <T>(kind: string, code: string, hash = published.documents[kind]?.[code]) => fetchDocument<T>(kind, code, hash),
    async call<T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<CallResult<T>> {
      if (written !== undefined) return (await ask(written, path, params)) as CallResult<T>;
      const ofMatches = matchAnswer(path, params);
      if (ofMatches !== undefined) return answer(ofMatches);
      if (shown !== undefined && path === PAGE) return answer(page(shown.game, shown.hash));
      if (shown !== undefined && path === CHASE)
        return answer({ items: issuesFrom(shown.game.schedule, Date.now(), shown.game.caps.issues) });
      const known = path.toLowerCase();
      return Object.hasOwn(examples, known) ? answer(examples[known]) : refuse();
    },
    submissions: createSubmissions({
      store: namespacedStore('preview', () => undefined),
      clock: realClock,
      player: () => '0',
      newKey: () => crypto.randomUUID(),
      send: async () => refuse(),
      ask: async () => ({ state: 'unknown' }),
    }),
    navigate: (to) => navigate(to, written !== undefined),
    back,
    openGame: () => false,
    openMenu: () => toast('预览里没有菜单'),
    perform: async () => false,
    toast,
    now: () => Date.now(),
    on(type, listener) {
      if (type !== 'index') return () => {};
      const listen = listener as () => void;
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    gameCode: () => shown?.game.code ?? '',
    async show(draft) {
      drafted = undefined;
      written = undefined;
      if (draft.preview === 'game') {
        versions += 1;
        shown = { game: draft.game, hash: `draft-${versions}` };
        const entry = indexed(shown);
        index.current = ref({ ...published, version: shown.hash, games: [entry] }) as DescriptionIndex;
        for (const listener of [...listeners]) listener();
        return;
      }
      shown = undefined;
      if (draft.preview === 'sport') {
        versions += 1;
        const { sport } = draft;
        drafted = { hash: `draft-${versions}`, sport };
        const games = published.games.map((game) => (game.code === sport.code ? { ...game, hash: `draft-${versions}` } : game));
        index.current = ref({ ...published, version: `draft-${versions}`, games }) as DescriptionIndex;
        for (const listener of [...listeners]) listener();
        return;
      }
      session.loggedIn = draft.loggedIn;
      session.balanceFen = draft.loggedIn ? BALANCE_FEN : null;
      index.current = ref(published) as DescriptionIndex;
      if (draft.preview === 'text') {
        written = draft;
        return;
      }
      examples = draft.examples;
      shown = draft.screen.game === undefined ? undefined : await gameOf(draft, published);
    },
  };
}

function indexed({ game, hash }: LoadedGame): IndexedGame {
  return {
    code: game.code,
    name: game.name,
    ...(game.family === undefined ? {} : { family: game.family }),
    hash,
    route: '',
    menu: game.menu,
    schedule: game.schedule,
    oneDayPriceNum: drawsADay(game.schedule),
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
  };
}

async function fetchDocument<T>(kind: string, code: string, hash: string | undefined): Promise<T> {
  const response = await fetch(`/descriptions/${kind}/${code}.${hash}.json`);
  if (!response.ok) throw new Error(`${kind}/${code}: ${response.status}`);
  return (await response.json()) as T;
}

/** A published game to show a screen of games on: the one of its address, else the first that this screen is made for. */
async function gameOf({ screen, address }: ScreenPreview, { games }: DescriptionIndex): Promise<LoadedGame> {
  const wanted = address.toLowerCase().split(/[/?#&=]/);
  const named = games.find(({ code }) => wanted.includes(code.toLowerCase()));
  const candidates = named ? [named] : games.filter((game, at) => games.findIndex(({ family }) => family === game.family) === at);
  let first: LoadedGame | undefined;
  for (const { code, hash } of candidates) {
    const game = await fetchDocument<Game>('game', code, hash);
    if (game.screen === screen.code || game.confirm === screen.code) return { game, hash };
    first ??= { game, hash };
  }
  if (first === undefined) throw new Error('没有彩种，这个界面无从预览');
  return first;
}
