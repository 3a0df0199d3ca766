/**
 * What Node is told when a test starts a server of its own. V8 compiles the embedded database a second time, better, while it runs, and the
 * program as well; of a server that lives for seconds the first was a third of the processor and the second a twentieth of that of all
 * journeys, and nothing that it does is faster for it.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only', '--max-opt=1'];
