/** Arguments of the command line: words, and options written `--name value`, `--name=value` or, for switches, `--name`. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** What cannot be understood is returned as text. */
export function readArguments(args: readonly string[], valued: readonly string[], switches: readonly string[]): Arguments | string {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (!arg.startsWith('-')) {
      words.push(arg);
      continue;
    }
    const [name = '', ...rest] = arg.slice(2).split('=');
    if (switches.includes(name) && rest.length === 0) options.set(name, '');
    else if (arg.startsWith('--') && valued.includes(name)) {
      const value = rest.length > 0 ? rest.join('=') : args[++i];
      if (value === undefined) return arg;
      options.set(name, value);
    } else return arg;
  }
  return { words, options };
}
