/**
 * What stands in the way of the slip of a game with limits (限额): 第 20261125001 期 特码 08 只剩 120.00 元可投. What others took is asked for when the
 * slip is shown, for another issue, and after each bet; the server decides.
 */
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChasePart } from '../../machines/chase.ts';
import { isUnderWay } from '../../machines/submission.ts';
import { useHost } from '../core/hooks.ts';
import { useSelected } from '../core/use-current.ts';
import type { LimitsUsed } from './calls.ts';
import { useGame, useVersion } from './use-game.ts';

type LimitRules = typeof import('../../rules/limits.ts');

/** `parts`: the issues that the slip is for, each with its multiplier; null while none is on sale. '' when nothing stands in the way, or nothing is known yet. */
export function useLimitProblem(parts: readonly Pick<ChasePart, 'issue' | 'multiplier'>[] | null): string {
  const { slip, submission, code } = useGame();
  const host = useHost();
  const { game } = useVersion();
  const { loggedIn } = useSnapshot(host.session);
  const busy = useSelected(submission, isUnderWay);
  const lines = useSelected(slip, ({ context }) => context.lines);
  const [rules, setRules] = useState<LimitRules>();
  const [used, setUsed] = useState<LimitsUsed['used']>([]);
  const limited = game.limits !== undefined;
  const issues = limited && parts ? parts.map(({ issue }) => issue).join() : '';

  useEffect(() => {
    // Without the chunk only the server checks the rest.
    if (limited) import('../../rules/limits.ts').then(setRules, () => {});
  }, [limited]);
  const path = host.gameCalls.limits;
  useEffect(() => {
    if (path === undefined || issues === '' || busy) return;
    let current = true;
    const ask = async (): Promise<void> => {
      const answer = await host.call<LimitsUsed>(path, { gameCode: code, issues }, { method: 'GET', quiet: true });
      if (current && answer.ok) setUsed(answer.models.used);
    };
    void ask();
    return () => {
      current = false;
    };
    // Of another player other stakes count.
  }, [host, path, code, issues, busy, loggedIn]);

  const takes = useMemo(
    () => (rules && limited ? rules.limitUsages(game, { lines: lines.map(({ line }) => line) }) : []),
    [rules, limited, game, lines],
  );
  if (!rules || !parts) return '';
  const usedOf = new Map(used.map(({ issue, key, own, usedFen }) => [`${issue}/${own}/${key}`, usedFen]));
  for (const { issue, multiplier } of parts)
    for (const take of takes) {
      const before = usedOf.get(`${issue}/${take.own}/${take.key}`) ?? 0;
      if (before + take.fen * multiplier > take.most) return rules.limitText(issue, take.name, take.own, rules.remainingFen(take, before));
    }
  return '';
}
