/** One opened screen: its sources, its own state, and the meaning of names in its expressions. Plain code, no React. */
import { snapshot, subscribe as subscribeToProxy } from 'valtio';
import type { Action, Expression, Text } from '../../descriptions/generated/screen.ts';
import { asText, type EvaluationContext } from '../../descriptions/screens/expression.ts';
import { type ActionContext, performAction, type Question, type ScreenSheet } from './actions.ts';
import type { Host, Scope, ScreenDocument } from './contract.ts';
import { pageEnvironment } from './page-environment.ts';
import type { Dependencies, ScreenPlan } from './plan.ts';
import type { SourceCache } from './source-cache.ts';
import { type PageEnvironment, DataSource } from './sources.ts';

export interface ScreenStoreOptions {
  readonly plan: ScreenPlan;
  readonly host: Host;
  readonly cache: SourceCache;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The screen was reached by going back: what is cached is good enough. */
  readonly back: boolean;
  /** It was scrolled when it was left, and is to stand there again. */
  readonly whole?: boolean;
  readonly pace?: PageEnvironment;
}

/** An open sheet, with the scope of its opener. */
export interface OpenSheet {
  readonly name: string;
  readonly scope: Scope;
}

const NO_SCOPE: Scope = Object.freeze({});
/** The clock of texts that read it ticks at this pace (ms), while somebody looks. */
const TICK_MS = 1_000;

export class ScreenStore {
  readonly plan: ScreenPlan;
  readonly host: Host;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly #pace: PageEnvironment;
  readonly #sources = new Map<string, DataSource>();
  /** The screen is to stand scrolled as it was left: it is drawn in one piece, and not in slices. */
  readonly whole: boolean;
  readonly #stateListeners = new Map<string, Set<() => void>>();
  readonly #partListeners = new Set<() => void>();
  readonly #environment: EvaluationContext;
  #state: Readonly<Record<string, unknown>>;
  #question: Question | undefined;
  #sheet: OpenSheet | undefined;
  #screenSheet: ScreenSheet | undefined;
  /** Closes the sheet that this screen itself is shown in; undefined for a page. */
  #outer: (() => void) | undefined;
  #stop: (() => void)[] = [];
  #left = false;

  constructor({ plan, host, cache, params, query, back, whole = false, pace = pageEnvironment }: ScreenStoreOptions) {
    this.plan = plan;
    this.host = host;
    this.params = params;
    this.query = query;
    this.whole = whole;
    this.#pace = pace;
    this.#state = Object.fromEntries(
      Object.entries(plan.state).map(([name, { value, address, readByBlock, values }]) => {
        const given = address && !readByBlock && Object.hasOwn(query, name) ? query[name] : undefined;
        return [name, given === undefined || values?.includes(given) === false ? value : given];
      }),
    );
    this.#environment = this.#makeEnvironment();
    for (const { name, description, params: templates, needs } of plan.sources)
      this.#sources.set(
        name,
        new DataSource({
          name,
          description,
          host,
          cache,
          back,
          pace,
          params: () => {
            if (needs.some((need) => this.#sources.get(need)?.state().data === undefined)) return null;
            if (!this.test(description.when)) return null;
            // A parameter that comes out empty is not sent: "no filter" and "no cursor" are absences.
            return Object.fromEntries(
              templates.map(([param, text]) => [param, this.text(text)] as const).filter(([, value]) => value !== ''),
            );
          },
          topic: () => (description.topic === undefined ? '' : this.text(description.topic)),
          adds: ({ add }, scope) => this.test(add, scope),
          concerns: (refresh, scope) => (refresh.when ? this.test(refresh.when, scope) : !this.#ofAnotherGame(name, scope)),
        }),
      );
  }

  get document(): ScreenDocument {
    return this.plan.document;
  }

  source(name: string): DataSource | undefined {
    return this.#sources.get(name);
  }

  /** The player has gone to another page. */
  get left(): boolean {
    return this.#left;
  }

  start(): void {
    this.#left = false;
    const { session } = this.host;
    // The session's id is part of a source's request.
    this.#stop.push(subscribeToProxy(session, () => this.update()));
    for (const { name, needs } of this.plan.sources)
      for (const need of needs) {
        const stop = this.#sources.get(need)?.subscribe(() => this.#sources.get(name)?.update());
        if (stop) this.#stop.push(stop);
      }
    for (const source of this.#sources.values()) source.start();
  }

  stop(): void {
    this.#left = true;
    for (const stop of this.#stop) stop();
    this.#stop = [];
    for (const source of this.#sources.values()) source.stop();
  }

  /** Something changed that parameters may read: a source whose parameters changed loads again. */
  update(): void {
    for (const source of this.#sources.values()) source.update();
  }

  /** Loads again what ended in an error. */
  retryFailed(): void {
    for (const source of this.#sources.values()) if (source.state().status === 'error') source.reload();
  }

  /** Loads one source again, or all. */
  reload(name?: string): void {
    if (name !== undefined) this.#sources.get(name)?.reload();
    else for (const source of this.#sources.values()) source.reload();
  }

  /** Loads all sources again; resolves when none is under way. */
  async reloadAll(): Promise<void> {
    await Promise.all([...this.#sources.values()].map(reloaded));
  }

  get state(): Readonly<Record<string, unknown>> {
    return this.#state;
  }

  setState(name: string, value: unknown): void {
    this.setStates({ [name]: value });
  }

  /** Sets several values in one step: sources that read more than one of them load once. */
  setStates(values: Readonly<Record<string, unknown>>): void {
    const changed = Object.entries(values).filter(([name, value]) => this.#state[name] !== value);
    if (changed.length === 0) return;
    this.#state = { ...this.#state, ...Object.fromEntries(changed) };
    const addressValues = changed.filter(([name]) => this.plan.state[name]?.address);
    if (addressValues.length > 0) this.host.setQuery?.(Object.fromEntries(addressValues.map(([name, value]) => [name, asText(value)])));
    this.update();
    for (const [name] of changed) for (const listener of [...(this.#stateListeners.get(name) ?? [])]) listener();
  }

  /** Calls `listener` when a value of the state changes; the returned function ends this. */
  watchState(name: string, listener: () => void): () => void {
    const listeners = this.#stateListeners.get(name) ?? new Set();
    this.#stateListeners.set(name, listeners);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Calls `listener` whenever something that these dependencies name may have changed. */
  watch({ sources, state, session, clock }: Dependencies, listener: () => void): () => void {
    const stops = [
      ...sources.flatMap((name) => this.#sources.get(name)?.subscribe(listener) ?? []),
      ...state.map((name) => this.watchState(name, listener)),
    ];
    if (session) stops.push(subscribeToProxy(this.host.session, listener));
    if (clock) stops.push(this.#tick(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** What these dependencies name as it stands, but for the clock: the same values as long as nothing changed. */
  read({ sources, state, session }: Dependencies): readonly unknown[] {
    return [
      ...sources.map((name) => this.#sources.get(name)?.state()),
      ...state.map((name) => this.state[name]),
      ...(session ? [snapshot(this.host.session)] : []),
    ];
  }

  #tick(listener: () => void): () => void {
    let cancel = (): void => {};
    const arm = (): void => {
      cancel = this.#pace.after(TICK_MS, () => {
        if (this.#pace.seen()) listener();
        arm();
      });
    };
    arm();
    return () => cancel();
  }

  text(text: Text | undefined, scope?: Scope): string {
    return text === undefined ? '' : (text.constant ?? text.expand(this.environment(scope)));
  }

  /** A text of an address: values are encoded, so that data cannot add a path or a parameter. */
  address(text: Text, scope?: Scope): string {
    return text.expand(this.environment(scope), true);
  }

  value(expression: Expression | undefined, scope?: Scope): unknown {
    return expression?.evaluate(this.environment(scope));
  }

  test(expression: Expression | undefined, scope?: Scope): boolean {
    return expression === undefined || Boolean(this.value(expression, scope));
  }

  act(action: Action, scope: Scope = NO_SCOPE): Promise<boolean> {
    return performAction(this.#actions, action, scope);
  }

  go(target: string): boolean {
    if (target.startsWith('game:')) return this.host.openGame(target.slice(5));
    if (target.startsWith('menu:')) this.host.openMenu(target.slice(5));
    else if (target) this.host.navigate(target);
    return target !== '';
  }

  /** The question before an action that waits for its answer; undefined while nothing is asked. */
  readonly question = (): Question | undefined => this.#question;
  /** The sheet that is open. */
  readonly sheet = (): OpenSheet | undefined => this.#sheet;
  /** Another screen in a sheet over this one. */
  readonly screenSheet = (): ScreenSheet | undefined => this.#screenSheet;

  /** Calls `listener` when a question or a sheet appears or goes. */
  readonly watchParts = (listener: () => void): (() => void) => {
    this.#partListeners.add(listener);
    return () => this.#partListeners.delete(listener);
  };

  ask(question: Question): void {
    this.#setQuestion(question);
  }

  endQuestion(question: Question): void {
    if (this.#question === question) this.#setQuestion(undefined);
  }

  #setQuestion(question: Question | undefined): void {
    this.#question = question;
    for (const listener of [...this.#partListeners]) listener();
  }

  /** This screen is shown in a sheet that `close` closes; the returned function ends this. */
  within(close: () => void): () => void {
    this.#outer = close;
    return () => {
      this.#outer = undefined;
    };
  }

  /** The page before; from a sheet, the page that it lies over. */
  back(): void {
    if (this.#outer) this.#outer();
    else this.host.back();
  }

  openSheet(name: string | undefined, scope: Scope = NO_SCOPE): void {
    // A screen in a sheet that has none of its own open means the one that it stands in.
    if (name === undefined && this.#sheet === undefined) return this.#outer?.();
    this.#sheet = name === undefined ? undefined : { name, scope };
    for (const listener of [...this.#partListeners]) listener();
  }

  openScreen(sheet: ScreenSheet | undefined): void {
    this.#screenSheet = sheet;
    for (const listener of [...this.#partListeners]) listener();
  }

  get #actions(): ActionContext {
    return this;
  }

  /** What expressions read. Names are looked up in `scope` first. */
  environment(scope?: Scope): EvaluationContext {
    if (!scope || scope === NO_SCOPE) return this.#environment;
    const { lookup } = this.#environment;
    return { ...this.#environment, lookup: (name) => (Object.hasOwn(scope, name) ? scope[name] : lookup(name)) };
  }

  #makeEnvironment(): EvaluationContext {
    const { host } = this;
    const sources = Object.create(null) as Record<string, unknown>;
    for (const { name } of this.plan.sources)
      Object.defineProperty(sources, name, { enumerable: true, get: () => this.#sources.get(name)?.state().data });
    return {
      offsetMinutes: host.offsetMinutes ?? 0,
      terms: host.terms ?? {},
      now: () => host.now(),
      lookup: (name) => {
        switch (name) {
          case 'params':
            return this.params;
          case 'query':
            return this.query;
          case 'state':
            return this.#state;
          case 'game':
            return this.#game();
          case 'session': {
            const { loggedIn, userName, mid, balanceFen } = host.session;
            return { loggedIn, userName, mid, balanceFen };
          }
          case 'sources':
            return sources;
          case 'device':
            return host.device ?? {};
          case 'brand':
            return { name: host.brand?.name, slogan: host.brand?.slogan };
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
    const code = asText(game.evaluate(this.#environment)).toLowerCase();
    return this.host.index.current.games.find((each) => each.code.toLowerCase() === code);
  }

  /** Without a condition, an event that names a game concerns only what is not asked about another. */
  #ofAnotherGame(source: string, { event }: Scope): boolean {
    const wanted = this.plan.sources.find(({ name }) => name === source)?.params.find(([param]) => param === 'gameCode')?.[1];
    const named = (event as { readonly gameCode?: unknown } | undefined)?.gameCode;
    if (!wanted || typeof named !== 'string' || named === '') return false;
    return named.toLowerCase() !== this.text(wanted).toLowerCase();
  }
}

/** Resolves when a source has loaded again, or has nothing to load. */
function reloaded(source: DataSource): Promise<void> {
  return new Promise((resolve) => {
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
  });
}
