/** Traces in and out of the workbench: from a file, from an app that is open in this browser, to a file. */
import type { Trace } from '../../engine/replay/index.ts';

export function downloadTrace(trace: Trace, name: string): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(trace)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "caipu-20261121.trace.json" → "caipu-20261121-branch.trace.json" */
export const branchFileName = (name: string): string => `${name.replace(/(-branch)?(\.trace)?\.json$/, '')}-branch.trace.json`;
