/** Facts of a result: what they ask of a draw is there, and a case can hold. */
import type { Fact } from '../types.ts';
import type { Zones } from './draw.ts';
import { checkPredicate, checkValue } from './predicates.ts';
import type { ReportFinding } from './report.ts';

export function checkFacts(add: ReportFinding, facts: readonly Fact[], pointer: string, zones: Zones): void {
  const judging = { add, zones, pick: undefined, onPickText: (at: string) => add('FACT_PICK', at) };
  for (const [f, { say }] of facts.entries())
    for (const [s, part] of say.entries()) {
      const at = `${pointer}/${f}/say/${s}`;
      if ('value' in part) checkValue(judging, part.value, `${at}/value`);
      else
        for (const [c, { when }] of part.cases.entries())
          if (checkPredicate(judging, when, `${at}/cases/${c}/when`) === 'never') add('CASE_NEVER', `${at}/cases/${c}/when`);
    }
}
