/** Lets the phone paint, and answer a touch, between two pieces of work at the start. */
export const breathe = (): Promise<void> => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
