/** How many elements a page works out the style of again. */
import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly args?: { readonly elementCount?: number };
}

/** What the browser counted in each pass over the styles of `page` until `act` was done. */
export async function countRestyledElements(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the page has no browser of its own to trace');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } });
  await act();
  const tracingComplete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await tracingComplete;
  await session.detach();
  return events.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args?.elementCount ?? 0);
}
