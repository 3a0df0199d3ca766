/** Keeps a game at the version that the index names, and at the day on which the issue on sale is drawn. */
import type { ClockActor } from '../../machines/draw-clock.ts';
import type { Host } from '../core/contract.ts';
import { loadRules } from './rules.ts';
import type { Version } from './runtime.ts';
import type { ObservableValue } from '../core/observable.ts';

/** `drawsAt`: the draw of the issue on sale, unix ms; now while none is known. */
export async function loadVersion(host: Host, code: string, drawsAt = host.now()): Promise<Version> {
  const [{ hash, game }, rules] = await Promise.all([host.loadGame(code), loadRules()]);
  return versionAt({ hash, described: game, rules }, drawsAt);
}

function versionAt({ hash, described, rules }: Required<Pick<Version, 'hash' | 'described' | 'rules'>>, drawsAt: number): Version {
  const compiled = rules.countGame(described, drawsAt);
  return { hash, described, game: compiled.game, compiled, rules };
}

export interface VersionUpdaterOptions {
  readonly host: Host;
  readonly code: string;
  readonly clock: ClockActor;
  readonly version: ObservableValue<Version>;
  /** Takes another version over. */
  readonly adopt: (next: Version) => void;
}

export interface VersionUpdater {
  /** Loads what the index names, if that is another version. */
  readonly check: () => Promise<void>;
  /** From now on, each issue that comes on sale is looked at as of the day of its draw. */
  readonly followDays: () => void;
}

export function createVersionUpdater({ host, code, clock, version, adopt }: VersionUpdaterOptions): VersionUpdater {
  const drawsAt = (): number => clock.getSnapshot().context.issue?.drawsAt ?? host.now();
  /** The next issue may be drawn on another day: its prizes and sets are those of that day, and what the slip shows is compared with them. */
  const redate = () => {
    const { hash: same, described, rules, compiled } = version.get();
    if (!described) return;
    const next = versionAt({ hash: same, described, rules }, drawsAt());
    if (next.compiled !== compiled) adopt(next);
  };

  let adopting = false;
  const check = async () => {
    const indexed = host.index.current.games.find((each) => each.code === code);
    if (!indexed || indexed.hash === version.get().hash || adopting) return;
    adopting = true;
    try {
      adopt(await loadVersion(host, code, drawsAt()));
    } catch {
      // The running version stays; the server refuses a bet under an old one, and says so.
    } finally {
      adopting = false;
    }
  };

  return {
    check,
    followDays() {
      let dated = clock.getSnapshot().context.issue?.issue;
      clock.subscribe(({ context: { issue } }) => {
        if (!issue || issue.issue === dated) return;
        dated = issue.issue;
        redate();
      });
    },
  };
}
