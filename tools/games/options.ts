import { parseArgs } from 'node:util';

/** Arguments of a command line: words, and options. An option is written `--name value` or `--name=value`, a switch `--name`. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Reads the options named in `valued` and the switches named in `switches`. Returns the first argument that is not understood as text: an
 * unknown option, an option without its value, or a switch with one.
 */
export function readArguments(args: readonly string[], valued: readonly string[], switches: readonly string[]): Arguments | string {
  const known = [...valued.map((name) => [name, { type: 'string' }]), ...switches.map((name) => [name, { type: 'boolean' }])];
  // Strict mode would throw English sentences, and the commands of operators answer in Chinese too.
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
