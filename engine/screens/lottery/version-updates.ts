/** Keeps a game at the version that the index names, and at the day on which the issue on sale is drawn. */
import type { ClockActor, ClockIssue } from '../../machines/draw-clock.ts';
import type { Host } from '../core/contract.ts';
import { loadRules } from './rules.ts';
import type { Version } from './runtime.ts';
import type { ObservableValue } from '../core/observable.ts';

/** `drawsAt`: the draw of the issue on sale, unix ms; now while none is known. `poolPrizes`: the pool's conditions in force for it. */
export async function loadVersion(host: Host, code: string, drawsAt = host.now(), poolPrizes?: readonly string[]): Promise<Version> {
  const [{ hash, game }, rules] = await Promise.all([host.loadGame(code), loadRules()]);
  return versionAt({ hash, described: game, rules }, drawsAt, poolPrizes);
}

function versionAt(
  { hash, described, rules }: Required<Pick<Version, 'hash' | 'described' | 'rules'>>,
  drawsAt: number,
  poolPrizes?: readonly string[],
): Version {
  const compiled = rules.countGame(described, drawsAt, poolPrizes);
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
  /** From now on, each issue that comes on sale is looked at as of the day of its draw, and by the pool as the server reports it. */
  readonly followIssues: () => void;
}

export function createVersionUpdater({ host, code, clock, version, adopt }: VersionUpdaterOptions): VersionUpdater {
  const issueOnSale = () => clock.getSnapshot().context.issue;
  const drawsAt = (): number => issueOnSale()?.drawsAt ?? host.now();
  /** The next issue may be drawn on another day: its prizes and sets are those of that day, and what the slip shows is compared with them. */
  const redate = () => {
    const { hash: same, described, rules, compiled } = version.get();
    if (!described) return;
    const next = versionAt({ hash: same, described, rules }, drawsAt(), issueOnSale()?.poolPrizes);
    if (next.compiled !== compiled) adopt(next);
  };

  let adopting = false;
  const check = async () => {
    const indexed = host.index.current.games.find((each) => each.code === code);
    if (!indexed || indexed.hash === version.get().hash || adopting) return;
    adopting = true;
    try {
      adopt(await loadVersion(host, code, drawsAt(), issueOnSale()?.poolPrizes));
    } catch {
      // The running version stays; the server refuses a bet under an old one, and says so.
    } finally {
      adopting = false;
    }
  };

  return {
    check,
    followIssues() {
      const termsOf = (issue: ClockIssue | null): string | undefined => issue?.issue && `${issue.issue} ${issue.poolPrizes?.join() ?? ''}`;
      let before = termsOf(issueOnSale());
      clock.subscribe(({ context: { issue } }) => {
        const terms = termsOf(issue);
        if (terms === undefined || terms === before) return;
        before = terms;
        redate();
      });
    },
  };
}
