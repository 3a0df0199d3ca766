/** Loads the games of a recording: the recorded versions if the server still has them, otherwise the present ones. */
import type { Game } from '../../engine/descriptions/types.ts';
import type { SportVersion } from '../../engine/screens/sports/runtime.ts';
import type { Boot } from '../host/boot.ts';
import { Descriptions } from '../platform/descriptions.ts';
import type { Playback } from './playback.ts';
import type { StageGame } from './stage-runtime.ts';

export class RecordedDescriptions {
  readonly #playback: Playback;
  readonly #present: Descriptions;
  readonly #missing = new Set<string>();
  #loading = 0;

  constructor(boot: Boot, playback: Playback) {
    this.#playback = playback;
    this.#present = new Descriptions({
      fetch: (input, init) => fetch(input, init),
      origin: '',
      index: boot.index,
      documents: boot.documents,
    });
  }

  /** A message for each recorded version that was requested and not found. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  get loading(): boolean {
    return this.#loading > 0;
  }

  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Counts the work as loading until it ends. */
  during<T>(work: Promise<T>): Promise<T> {
    this.#loading += 1;
    return work.finally(() => {
      this.#loading -= 1;
    });
  }

  async game(code: string): Promise<StageGame> {
    const hash = this.#recordedHash(code);
    if (hash) {
      const response = await fetch(`/descriptions/game/${encodeURIComponent(code)}.${encodeURIComponent(hash)}.json`, {
        credentials: 'omit',
      });
      if (response.ok) return { hash, game: (await response.json()) as Game };
    }
    const present = await this.#present.loadGame(code);
    if (present.hash !== hash) this.#isMissing(present.game.name);
    return present;
  }

  async sport(code: string): Promise<SportVersion> {
    const present = await this.#present.loadSport(code, this.#recordedHash(code));
    if (present.hash !== this.#recordedHash(code)) this.#isMissing(present.sport.name);
    return present;
  }

  document<T>(kind: string, code: string, hash?: string): Promise<T> {
    return this.#present.loadDocument(kind, code, hash);
  }

  #recordedHash(code: string): string | undefined {
    return this.#playback.trace?.descriptions[code];
  }

  #isMissing(name: string): void {
    this.#missing.add(`${name} 按现在的描述显示，不是录制时的版本`);
  }
}
