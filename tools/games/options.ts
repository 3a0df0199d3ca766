import { parseArgs } from 'node:util';

/** Arguments of the command line: words, and options written `--name value`, `--name=value` or, for switches, `--name`. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Returns the first argument that is not understood, as text: an unknown option, or one without its value. */
export function readArguments(args: readonly string[], valued: readonly string[], switches: readonly string[]): Arguments | string {
  const known = [...valued.map((name) => [name, { type: 'string' }]), ...switches.map((name) => [name, { type: 'boolean' }])];
  // Not strict: its errors are English sentences, and the commands of operators answer in Chinese too.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    if (valued.includes(name) ? value === undefined : !switches.includes(name) || value !== undefined) return args[token.index] as string;
    options.set(name, value ?? '');
  }
  return { words: positionals, options };
}
