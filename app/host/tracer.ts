/** Records what happens on this phone, in memory only, until the player asks for it as a file. */
import type { AnyActorRef } from 'xstate';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { record } from '../../engine/replay/record.ts';

export interface Tracer {
  readonly attach: (actor: AnyActorRef) => void;
  /** Hands the file to the browser; the number of events in it. `offset`: minutes east of UTC for its name. */
  save(index: DescriptionIndex, offset: number): number;
}

/** "20261121-042005" */
function stamp(now: number, offset: number): string {
  const [date = '', time = ''] = new Date(now + offset * 60_000).toISOString().split('T');
  return `${date.replace(/-/g, '')}-${time.slice(0, 8).replace(/:/g, '')}`;
}

export function createTracer(name: string, version: string): Tracer {
  const recorder = record({ now: () => Date.now(), app: { name, version } });
  return {
    attach: recorder.attach,
    save(index, offset) {
      const descriptions = { index: index.version, ...Object.fromEntries(index.games.map(({ code, hash }) => [code, hash])) };
      const trace = { ...recorder.trace(), descriptions };
      const url = URL.createObjectURL(new Blob([`${JSON.stringify(trace)}\n`], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${name}-${stamp(Date.now(), offset)}.trace.json`;
      document.body.append(link);
      link.click();
      link.remove();
      // The browser reads it after the click is over.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      return trace.events.length;
    },
  };
}
