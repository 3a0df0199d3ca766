/** Lets the phone paint, and answer a touch, between two pieces of work at the start. */
export const yieldToMain = (): Promise<void> => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/**
 * Lays out as a task of its own what was just drawn, before the frame that shows it: left to that frame, it would make one long task with
 * the frame's painting, and with whatever else is drawn until then. It comes before other work of the page, touches excepted.
 */
export async function layOut(wanted: () => boolean): Promise<void> {
  const work = (): void => {
    if (wanted()) document.body.getBoundingClientRect();
  };
  const scheduled = globalThis.scheduler?.postTask?.(work, { priority: 'user-blocking' });
  if (scheduled) return scheduled;
  await yieldToMain();
  work();
}
