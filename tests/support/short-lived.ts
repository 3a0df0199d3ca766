/**
 * What Node is told when a test starts a server of its own. V8 compiles the embedded database a second time, better, while it runs; of a
 * server that lives for seconds that was a third of the processor, and nothing that it does is faster for it.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
