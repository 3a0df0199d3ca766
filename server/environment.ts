/** Reads variables of the environment. For a value that cannot be used, a method throws an error that says how to correct it. */
import { isIP } from 'node:net';

export class Environment {
  readonly #values: Readonly<Record<string, string | undefined>>;

  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = values;
  }

  /** Undefined for a variable that is empty or missing. */
  text(name: string): string | undefined {
    return this.#values[name] || undefined;
  }

  isOn(name: string): boolean {
    return this.#values[name] === '1';
  }

  get isProduction(): boolean {
    return this.#values.NODE_ENV === 'production';
  }

  integer(name: string, fallback: number, from: number, to: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to) {
      throw new Error(`${name}=${text} is not a whole number from ${from} to ${to}. Correct it or leave it out.`);
    }
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name) ?? fallback;
    const value = values.find((known) => known === text);
    if (value === undefined) throw new Error(`${name}=${text} is not one of ${values.join(', ')}. Correct it or leave it out.`);
    return value;
  }

  address(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^https?:\/\/\S+$/.test(text)) throw new Error(`${name}=${text} is not an http or https address. Correct it or leave it out.`);
    return text;
  }

  /** Words that are separated by spaces or commas. */
  list(name: string): string[] {
    return (this.text(name) ?? '').split(/[\s,]+/).filter(Boolean);
  }

  origins(name: string): string[] {
    return this.list(name).map((text) => {
      const { origin, protocol } = URL.canParse(text) ? new URL(text) : { origin: '', protocol: '' };
      // The origins go into the content security policy, which must get no other text.
      if (protocol !== 'http:' && protocol !== 'https:') {
        throw new Error(`${name}: ${text} is not an http or https origin, such as https://pay.example. Correct it or leave it out.`);
      }
      return origin;
    });
  }

  /** Addresses and networks, as 10.0.0.7 or 10.0.0.0/8. */
  networks(name: string): string[] {
    const list = this.list(name);
    for (const each of list) {
      const [address = '', length] = each.split('/');
      const bits = isIP(address) === 4 ? 32 : 128;
      if (isIP(address) === 0 || (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= bits)))
        throw new Error(`${name}: ${each} is not an address or network, such as 10.0.0.7 or 10.0.0.0/8. Correct it or leave it out.`);
    }
    return list;
  }
}
