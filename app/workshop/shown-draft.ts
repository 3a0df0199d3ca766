/** The draft that the preview shows, together with the published descriptions. */
import { proxy, ref } from 'valtio/vanilla';
import { drawsADay } from '../../engine/descriptions/schedule.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, Game, IndexedGame } from '../../engine/descriptions/types.ts';
import type { LoadedGame } from '../../engine/screens/core/contract.ts';
import type { LoadedSport } from '../../engine/screens/sports/calls.ts';
import type { PreviewDraft, ScreenPreview, TextPreview } from './preview-message.ts';

const BALANCE_FEN = 1_000_000;

export class ShownDraft {
  readonly published: DescriptionIndex;
  readonly index: { current: DescriptionIndex };
  readonly session = proxy({ loggedIn: true, userName: '预览', mid: '0', balanceFen: BALANCE_FEN as number | null });
  readonly #listeners = new Set<() => void>();
  /** The number of shown drafts of games and sports, from which each gets its hash. */
  #versions = 0;
  #game: LoadedGame | undefined;
  #sport: LoadedSport | undefined;
  #text: TextPreview | undefined;
  #examples: ScreenPreview['examples'] = {};

  constructor(published: DescriptionIndex) {
    this.published = published;
    this.index = proxy({ current: ref({ ...published, games: [] }) as DescriptionIndex });
  }

  /** The game that is shown, or on which a screen of games is shown. */
  get game(): LoadedGame | undefined {
    return this.#game;
  }

  get sport(): LoadedSport | undefined {
    return this.#sport;
  }

  get text(): TextPreview | undefined {
    return this.#text;
  }

  /** Example answers of the screen that was shown last, by path in lower case. */
  get examples(): ScreenPreview['examples'] {
    return this.#examples;
  }

  /** Calls `listener` when a draft of a game or sport changes the index. The returned function ends this. */
  onIndex(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Shows a draft instead of the last one. @throws when no published game exists for a screen that needs one. */
  async show(draft: PreviewDraft): Promise<void> {
    this.#sport = undefined;
    this.#text = undefined;
    if (draft.preview === 'game') return this.#showGame(draft.game);
    this.#game = undefined;
    if (draft.preview === 'sport') return this.#showSport(draft.sport);
    this.session.loggedIn = draft.loggedIn;
    this.session.balanceFen = draft.loggedIn ? BALANCE_FEN : null;
    this.index.current = ref(this.published) as DescriptionIndex;
    if (draft.preview === 'text') {
      this.#text = draft;
      return;
    }
    this.#examples = draft.examples;
    this.#game = draft.screen.game === undefined ? undefined : await gameOf(draft, this.published);
  }

  #showGame(game: Game): void {
    this.#game = { game, hash: this.#newHash() };
    this.#tellIndex(this.#game.hash, [indexed(this.#game)]);
  }

  #showSport(sport: SportGame): void {
    const hash = this.#newHash();
    this.#sport = { hash, sport };
    this.#tellIndex(
      hash,
      this.published.games.map((game) => (game.code === sport.code ? { ...game, hash } : game)),
    );
  }

  #newHash(): string {
    this.#versions += 1;
    return `draft-${this.#versions}`;
  }

  #tellIndex(version: string, games: readonly IndexedGame[]): void {
    this.index.current = ref({ ...this.published, version, games }) as DescriptionIndex;
    for (const listener of [...this.#listeners]) listener();
  }
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

/** A published description. @throws when the server does not have it. */
export async function fetchDocument<T>(kind: string, code: string, hash: string | undefined): Promise<T> {
  const response = await fetch(`/descriptions/${kind}/${code}.${hash}.json`);
  if (!response.ok) throw new Error(`${kind}/${code}: ${response.status}`);
  return (await response.json()) as T;
}

/** A published game for the preview of a screen that needs one: the game in the address, or else the first game with this screen. */
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
