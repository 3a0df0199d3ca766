/**
 * Flags of Node for processes with servers of tests: their own processes, and vitest's for tests of the server. V8 compiles the embedded
 * database a second time, better, while it runs, and the program as well. In a server that lives for seconds this took a third of the
 * processor's time, and made nothing faster. A process of vitest runs one server after the other. There it took a tenth of the time of 25 files,
 * and a hundredth or two of all hundred and seventy, because later files reuse the code that was compiled for the first.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only', '--max-opt=1'];
