/**
 * What Node is told where servers of tests run: in processes of their own, and in vitest's for tests of the server. V8 compiles the embedded
 * database a second time, better, while it runs, and the program as well; of a server that lives for seconds that was a third of the
 * processor, of a process of vitest, which has one after the other, a tenth, and nothing that they do is faster for it.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only', '--max-opt=1'];
