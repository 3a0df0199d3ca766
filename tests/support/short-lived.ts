/**
 * What Node is told where servers of tests run: in processes of their own, and in vitest's for tests of the server. V8 compiles the embedded
 * database a second time, better, while it runs, and the program as well; of a server that lives for seconds that was a third of the
 * processor, and nothing that it does is faster for it. A process of vitest has one after the other: of 25 files it was a tenth, of all
 * hundred and seventy, whose later ones have what was compiled for the first, a hundredth or two.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only', '--max-opt=1'];
