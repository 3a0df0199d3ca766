/** A command line run in this process: what it writes and its exit code. Starting Node and loading TypeScript costs half a second each time. */

export interface CommandOutput {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `main` with an environment of its own. One at a time: standard output is this process's. */
export async function runCommand(
  main: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandOutput> {
  const written = { stdout: '', stderr: '' };
  const { stdout, stderr } = process;
  const before = { stdout: stdout.write, stderr: stderr.write, env: process.env };
  const capture = (name: keyof typeof written) =>
    ((chunk: string | Uint8Array) => {
      written[name] += String(chunk);
      return true;
    }) as typeof stdout.write;
  stdout.write = capture('stdout');
  stderr.write = capture('stderr');
  process.env = { ...before.env, ...env };
  try {
    return { code: await main(args), out: written.stdout, err: written.stderr };
  } finally {
    stdout.write = before.stdout;
    stderr.write = before.stderr;
    process.env = before.env;
  }
}
