/** Sense of a list of choices (schemas/list.schema.json): on each level a value stands for one choice. */
import type { Finding } from './problem.ts';
import { type ReportFinding, addDuplicates, collectFindings } from './semantics/report.ts';

interface Item {
  readonly value: string;
  readonly items?: readonly Item[];
}

export function listFindings({ items }: { readonly items: readonly Item[] }): Finding[] {
  const level = (some: readonly Item[], pointer: string, add: ReportFinding): void => {
    addDuplicates(
      add,
      some,
      ({ value }) => value,
      (at) => `${pointer}/${at}/value`,
      '列表|list',
    );
    for (const [at, { items: inner }] of some.entries()) if (inner) level(inner, `${pointer}/${at}/items`, add);
  };
  return collectFindings((add) => level(items, '/items', add));
}
