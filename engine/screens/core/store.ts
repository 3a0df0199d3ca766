/** One opened screen: its sources, its own state, and the meaning of names in its expressions. Plain code, no React. */
import type { Action, Host, ScreenDescription, ScreenRuntime } from './contract.ts';
import {
  asText,
  compileExpression,
  compileTemplate,
  type Environment,
  type Expression,
  ExpressionError,
} from '../../descriptions/screens/expression.ts';
import type { ScreenPlan } from './plan.ts';
import { Source, type SourceCache } from './sources.ts';

export interface ScreenStoreOptions {
  readonly plan: ScreenPlan;
  readonly host: Host;
  readonly cache: SourceCache;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly back: boolean;
}

export class ScreenStore implements ScreenRuntime {
  readonly plan: ScreenPlan;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  state: Readonly<Record<string, string>> = {};
  readonly #host: Host;
  readonly #sources = new Map<string, Source>();
  readonly #listeners = new Set<() => void>();

  constructor({ plan, host, cache, params, query, back }: ScreenStoreOptions) {
    this.plan = plan;
    this.params = params;
    this.query = query;
    this.#host = host;
    for (const source of plan.sources)
      this.#sources.set(
        source.name,
        new Source({
          name: source.name,
          description: source.description,
          host,
          cache,
          back,
          params: () => {
            const environment = this.#environment();
            if (source.when && !source.when.evaluate(environment)) return null;
            // A parameter that comes out empty is not sent: "no filter" and "no cursor" are absences.
            return Object.fromEntries(
              source.params.map(([name, template]) => [name, template.expand(environment)] as const).filter(([, value]) => value !== ''),
            );
          },
        }),
      );
  }

  get description(): ScreenDescription {
    return this.plan.description;
  }

  source(name: string): Source | undefined {
    return this.#sources.get(name);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    for (const source of this.#sources.values()) source.start();
  }

  stop(): void {
    for (const source of this.#sources.values()) source.stop();
  }

  /** Something outside changed that parameters may read (the session). */
  refresh(): void {
    for (const source of this.#sources.values()) source.update();
  }

  /** Loads again what ended in an error. */
  retryFailed(): void {
    for (const source of this.#sources.values()) if (source.state().status === 'error') source.reload();
  }

  /** Loads all sources again; resolves when none is under way. */
  async reloadAll(): Promise<void> {
    await Promise.all(
      [...this.#sources.values()].map(
        (source) =>
          new Promise<void>((resolve) => {
            const before = source.state();
            const stop = source.subscribe(() => {
              const now = source.state();
              if (now === before || now.status === 'loading') return;
              stop();
              resolve();
            });
            source.reload();
            // A source that is not wanted now has nothing to reload, and will not report.
            if (source.state() === before && before.status === 'ready' && before.data === undefined) {
              stop();
              resolve();
            }
          }),
      ),
    );
  }

  setState(name: string, value: string): void {
    if (this.state[name] === value) return;
    this.state = { ...this.state, [name]: value };
    for (const source of this.#sources.values()) source.update();
    for (const listener of [...this.#listeners]) listener();
  }

  text(template: string, scope?: Readonly<Record<string, unknown>>): string {
    return this.#safely(template, '', () => compileTemplate(template).expand(this.#environment(scope)));
  }

  /** A template of an address: values are encoded, so that data cannot add a path or a parameter. */
  address(template: string, scope?: Readonly<Record<string, unknown>>): string {
    return this.#safely(template, '', () => compileTemplate(template).expand(this.#environment(scope), true));
  }

  value(expression: string, scope?: Readonly<Record<string, unknown>>): unknown {
    return this.#safely(expression, undefined, () => compileExpression(expression).evaluate(this.#environment(scope)));
  }

  test(expression: string, scope?: Readonly<Record<string, unknown>>): boolean {
    return Boolean(this.value(expression, scope));
  }

  evaluate(expression: Expression): unknown {
    return expression.evaluate(this.#environment());
  }

  async act(action: Action, scope?: Readonly<Record<string, unknown>>): Promise<boolean> {
    const host = this.#host;
    const texts = (record: Readonly<Record<string, string>> | undefined): Record<string, string> =>
      Object.fromEntries(Object.entries(record ?? {}).map(([name, template]) => [name, this.text(template, scope)]));
    switch (action.do) {
      case 'navigate':
        host.navigate(this.address(action.to, scope), action.replace ? { replace: true } : undefined);
        return true;
      case 'back':
        host.back();
        return true;
      case 'game':
        return host.openGame(this.text(action.key, scope));
      case 'menu':
        host.openMenu(this.text(action.code, scope));
        return true;
      case 'target':
        return this.#target(this.text(action.target, scope));
      case 'toast':
        host.toast(this.text(action.text, scope));
        return true;
      case 'reload':
        if (action.source) this.source(action.source)?.reload();
        else for (const source of this.#sources.values()) source.reload();
        return true;
      case 'host':
        if (!(await host.perform(action.name, texts(action.args)))) return false;
        return action.then ? this.act(action.then, scope) : true;
      case 'call': {
        const result = await host.call<unknown>(action.call, texts(action.params), { method: action.method ?? 'POST' });
        if (!result.ok) {
          host.toast(result.msg, { icon: 'fail' });
          return false;
        }
        if (action.done) host.toast(this.text(action.done, { ...scope, models: result.models }), { icon: 'success' });
        return action.then ? this.act(action.then, { ...scope, models: result.models }) : true;
      }
    }
  }

  #target(target: string): boolean {
    if (target.startsWith('game:')) return this.#host.openGame(target.slice(5));
    if (target.startsWith('menu:')) this.#host.openMenu(target.slice(5));
    else if (target) this.#host.navigate(target);
    return target !== '';
  }

  #environment(scope?: Readonly<Record<string, unknown>>): Environment {
    const host = this.#host;
    return {
      offsetMinutes: host.offsetMinutes ?? 0,
      lookup: (name) => {
        if (scope && Object.hasOwn(scope, name)) return scope[name];
        switch (name) {
          case 'params':
            return this.params;
          case 'query':
            return this.query;
          case 'state':
            return this.state;
          case 'game':
            return this.#game();
          case 'session': {
            const { loggedIn, userName, mid, balanceFen } = host.session;
            return { loggedIn, userName, mid, balanceFen };
          }
          case 'sources':
            return Object.fromEntries([...this.#sources].map(([key, source]) => [key, source.state().data]));
          default:
            return undefined;
        }
      },
    };
  }

  /** The game that the screen is of, as the index lists it; undefined on other screens. */
  #game(): unknown {
    const { game } = this.plan;
    if (!game || game.references.some(({ name }) => name === 'game')) return undefined;
    const code = asText(game.evaluate(this.#environment())).toLowerCase();
    return this.#host.index.current.games.find((each) => each.code.toLowerCase() === code);
  }

  /** A text that cannot be compiled shows as nothing, and says so once to whoever develops the description. */
  #safely<T>(source: string, fallback: T, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (!reported.has(source)) {
        reported.add(source);
        console.error(`${this.description.code}: ${error.message}`);
      }
      return fallback;
    }
  }
}

const reported = new Set<string>();

export { asText };
