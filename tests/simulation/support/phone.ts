/** A player with a phone: the app's own client on a storage that outlives its pages, doing what players do, at moments of its own. */
// What the app fetches beside its first load; here it is there from the start, since loading takes time that is not the seed's.
import '../../../app/platform/hmac.ts';
import '../../../app/platform/start-up.ts';
import { createPlatform, type Environment, type Platform } from '../../../app/platform/index.ts';
import type { Submitted } from '../../../engine/drivers/submissions.ts';
import { isUnderWay } from '../../../engine/machines/submission.ts';
import type { Game, Line, Ticket } from '../../../engine/descriptions/types.ts';
import { type CompiledGame, compileGame, priceTicket, randomLine } from '../../../engine/rules/index.ts';
import type {
  ChaseIssuesModels,
  GroupListModels,
  ReleaseDetailModels,
  ReleaseListModels,
  SportDraftModels,
  SportPageModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { COPY_BETTING_RULES } from '../../../server/social/copy-betting/rules.ts';
import { FakeEvents, memoryStorage } from '../../app/platform/world.ts';
import { BRAND, BRAND_KEY } from '../../server/support/client.ts';
import type { Chance } from './chance.ts';
import type { ServerCluster } from './cluster.ts';
import { type NetworkWeather, networkOf } from './network.ts';
import { type SportSlip, sportSlip } from './sport-slip.ts';
import { SPORT } from './sports-world.ts';
import type { Stage } from './stage.ts';
import {
  cancelGroupCall,
  FOLLOW_RULE,
  followRuleCall,
  followCall,
  GROUP_RULE,
  groupRuleCall,
  joinGroupCall,
  releaseFields,
  randomReleaseId,
  startGroupCall,
  type PlannedCall,
  withdrawReleaseCall,
} from './group-actions.ts';
import type { Witness } from './witness.ts';

const BET = '/api/lottery/bet_szc';
const CANCEL = '/api/Order/CancelChase';
const BET_MATCHES = '/api/lottery/bet_jc';
const DRAFT = '/api/lottery/bet_jc_create';
const PAGE = '/api/SiteMsg/AppSPLotteryPageInfo';
/** Least stake of a release. */
const RELEASED_FEN = COPY_BETTING_RULES.release.leastStakeFen;
/** Calls that change something and are GET all the same. */
const BY_GET: ReadonlySet<string> = new Set([FOLLOW_RULE, GROUP_RULE]);
const compiled = new Map<string, CompiledGame>();

/** What an accepted request may have made. */
interface Accepted {
  readonly orderId?: string;
  readonly chaseId?: string;
  readonly joinId?: string;
  readonly hmId?: string;
  readonly releaseId?: string;
}

interface Page {
  readonly platform: Platform;
  /** Held as a screen holds it: a screen that shows a submission keeps its actor. */
  readonly actors: Map<string, ReturnType<Platform['submissions']['of']>>;
  wake: () => void;
  stored: (key: string | null, value: string | null) => void;
}

export interface SimulatedWorld {
  readonly stage: Stage;
  readonly cluster: ServerCluster;
  readonly witness: Witness;
  readonly air: NetworkWeather;
  /** A world of players who live together: they release, follow and make standing rules, and bet little by themselves. */
  readonly together: boolean;
  /** Account numbers of the players who did something with others so far. */
  readonly players: string[];
}

export class Phone {
  readonly name: string;
  readonly #world: SimulatedWorld;
  readonly #chance: Chance;
  readonly #skewMs: number;
  readonly #fetch: Environment['fetch'];
  readonly #local: ReturnType<typeof memoryStorage>;
  readonly #pages: Page[] = [];
  readonly #chases: string[] = [];
  /** Group orders that it started, and what it released. */
  readonly #groups: string[] = [];
  readonly #releases: string[] = [];
  readonly #groupRules = new Map<string, PlannedCall['params']>();
  /** Standing rules that it wished for. */
  #rules = 0;
  /** No new wishes: only what is under way goes on. */
  resting = false;

  constructor(world: SimulatedWorld, number: number) {
    this.name = `p${number}`;
    this.#world = world;
    this.#chance = world.stage.chance.of(this.name);
    this.#skewMs = this.#chance.between(-3_600_000, 3_600_000);
    this.#fetch = networkOf(
      world.cluster,
      world.stage,
      world.witness,
      world.air,
      this.#chance.of('network'),
      this.name,
      `10.0.0.${number}`,
    );
    const plain = memoryStorage();
    // A tab gets the storage event of another tab a moment later.
    this.#local = {
      ...plain,
      get length() {
        return plain.length;
      },
      setItem: (key, value) => {
        plain.setItem(key, value);
        this.#tellOthers(key, value);
      },
      removeItem: (key) => {
        plain.removeItem(key);
        this.#tellOthers(key, null);
      },
    };
  }

  #writer: Page | undefined;
  #tellOthers(key: string, value: string | null): void {
    const from = this.#writer;
    for (const page of this.#pages) if (page !== from) setTimeout(() => page.stored(key, value), 1);
  }

  /** Opens a page of the app, as a reload or another tab does. */
  open(): Page {
    const page: Page = { platform: undefined as never, actors: new Map(), wake: () => {}, stored: () => {} };
    const chance = this.#chance.of(`page ${this.#pages.length} ${Date.now()}`);
    const environment: Environment = {
      fetch: this.#fetch,
      openEvents: (url) => new FakeEvents(url),
      localStorage: () => this.#local,
      sessionStorage: () => memoryStorage(),
      clock: {
        now: () => Date.now() + this.#skewMs,
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
      location: { protocol: 'http:', host: 'page.test', search: '' },
      signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: false, standalone: false },
      randomBytes: (count) => chance.bytes(count),
      onStored: (listener) => {
        page.stored = listener;
        return () => {
          page.stored = () => {};
        };
      },
      onWake: (listener) => {
        page.wake = listener;
        return () => {
          page.wake = () => {};
        };
      },
    };
    (page as { platform: Platform }).platform = createPlatform({
      brand: { code: BRAND, signingKey: BRAND_KEY },
      environment,
      toast: () => {},
      navigate: () => {},
      setTab: () => {},
    });
    this.#pages.push(page);
    return page;
  }

  /** Registers, and begins to play. */
  async begin(): Promise<void> {
    const page = this.open();
    const entered = await page.platform.register(`${this.name}player`, 'Secret-simulated-1');
    this.#world.stage.note(`${this.name} registers: ${entered.ok}`);
    if (!entered.ok) throw new Error(`${this.name} could not register: ${entered.msg}`);
    void this.#live();
  }

  async #live(): Promise<void> {
    for (;;) {
      await this.#world.stage.pause(this.#chance.between(300, this.#world.together ? 4_500 : 9_000));
      if (this.resting) return;
      void this.#act().catch((error: Error) => this.#world.stage.note(`${this.name} gives up: ${error.message.slice(0, 80)}`));
    }
  }

  async #act(): Promise<void> {
    const page = this.#chance.one(this.#pages);
    const what = this.#chance.next();
    if (this.#world.together && what < 0.7) return this.#lives(page);
    if (what < 0.2) return this.#bet(page, false);
    if (what < 0.31) return this.#betOnMatches(page);
    if (what < 0.39) return this.#bet(page, true);
    if (what < 0.72) return this.#together(page);
    if (what < 0.78) return this.#cancel(page);
    if (what < 0.85) return this.#reload(page);
    if (what < 0.9) {
      if (this.#pages.length < 2) this.open();
      return undefined;
    }
    if (what < 0.95) return page.wake();
    await page.platform.call('/api/order/list', { size: '20' });
    return undefined;
  }

  /** The page is gone in the middle of whatever it was doing; the next one finds what it stored. */
  #reload(page: Page): void {
    this.#world.stage.note(`${this.name} reloads`);
    page.platform.close();
    this.#pages.splice(this.#pages.indexOf(page), 1);
    const next = this.open();
    for (const scope of page.actors.keys()) this.#show(next, scope);
  }

  #show(page: Page, scope: string): void {
    page.actors.set(scope, page.platform.submissions.of(scope));
  }

  async #bet(page: Page, chase: boolean): Promise<void> {
    const code = this.#chance.one(this.#world.cluster.games);
    const { hash, game } = await page.platform.loadGame(code);
    const ticket = this.#pick(hash, game);
    if (ticket === undefined) return;
    const { rules, lines } = ticket;
    const multiplier = chase ? 1 : this.#multiplier();
    const written: Ticket = { game: code, lines, ...(multiplier === 1 ? {} : { multiplier }) };
    const unit = priceTicket(rules, { game: code, lines }).amountFen;
    const params: Record<string, string> = { ticket: JSON.stringify(written), hash };
    let times = multiplier;
    const issues = chase || this.#chance.happens(0.4) ? await this.#issues(page, code) : [];
    if (chase) {
      if (issues.length === 0) return;
      const count = this.#chance.between(1, issues.length);
      const parts = issues.slice(0, count).map(({ issue }) => ({ issue, multiplier: this.#chance.between(0, 3) }));
      times = parts.reduce((sum, part) => sum + part.multiplier, 0);
      params.chase = JSON.stringify(parts);
      params.stopOnWin = this.#chance.happens(0.7) ? '1' : '0';
    } else if (issues.length > 0) {
      const late = this.#chance.happens(0.3);
      const { issue, closesAt } = late ? (issues[0] as (typeof issues)[number]) : this.#chance.one(issues);
      params.issue = issue;
      // In the last moment, and a moment after that.
      if (late) await this.#world.stage.pause(closesAt - Date.now() + this.#chance.between(-250, 50));
    }
    params.amountFen = String(unit * BigInt(times));
    this.#send(page, `slip/${code}`, BET, params);
    // An impatient thumb, and the same slip in another tab.
    if (this.#chance.happens(0.2)) this.#send(page, `slip/${code}`, BET, params);
    if (this.#chance.happens(0.2) && this.#pages.length > 1) this.#send(this.#chance.one(this.#pages), `slip/${code}`, BET, params);
  }

  async #slip(page: Page, leastFen?: number): Promise<(SportSlip & { readonly hash: string }) | undefined> {
    const { hash, sport } = await page.platform.loadSport(SPORT);
    const shown = await page.platform.call<SportPageModels>(PAGE, { game: SPORT }, { quiet: true });
    if (!shown.ok) return undefined;
    const slip = sportSlip(this.#chance, hash, sport, shown.models.matches, leastFen);
    return slip && { ...slip, hash };
  }

  async #betOnMatches(page: Page): Promise<void> {
    const slip = await this.#slip(page);
    if (slip === undefined) return;
    const { hash } = slip;
    let { params } = slip;
    if (slip.call === BET_MATCHES && this.#chance.happens(0.3)) {
      const { ticket = '', amountFen = '' } = params;
      const draft = await page.platform.call<SportDraftModels>(DRAFT, { ticket, hash, amountFen }, { quiet: true });
      if (!draft.ok) return;
      params = { draftId: draft.models.draftId, hash, amountFen };
    }
    // In the last moment, and a moment after that.
    if (this.#chance.happens(0.3)) {
      const wait = slip.stopsAt - Date.now() + this.#chance.between(-250, 50);
      if (wait > 0) await this.#world.stage.pause(wait);
    }
    this.#send(page, `slip/${SPORT}`, slip.call, params);
    if (this.#chance.happens(0.2)) this.#send(page, `slip/${SPORT}`, slip.call, params);
    if (this.#chance.happens(0.2) && this.#pages.length > 1) this.#send(this.#chance.one(this.#pages), `slip/${SPORT}`, slip.call, params);
  }

  /** What players do who live together: mostly a rule, a release or a follow. */
  async #lives(page: Page): Promise<void> {
    const { players } = this.#world;
    const own = page.platform.session.mid;
    if (own !== '' && !players.includes(own)) players.push(own);
    const others = players.filter((mid) => mid !== own);
    // A rule for what the first of the others starts and releases, before anything else.
    const what = this.#rules < 4 ? this.#chance.next() / 5 : this.#chance.next();
    if (what < 0.2 && others.length > 0) this.#rules += 1;
    if (what < 0.1 && others.length > 0) return this.#wish(page, groupRuleCall(this.#chance, this.#chance.one(others), this.#groupRules));
    if (what < 0.2 && others.length > 0) return this.#wish(page, followRuleCall(this.#chance, this.#chance.one(others)));
    if (what < 0.4) return this.#release(page);
    if (what < 0.6) return this.#wish(page, await this.#startGroup(page));
    if (what < 0.8) return this.#wish(page, await this.#follow(page));
    return this.#together(page);
  }

  /** Something with others: starts, joins or calls off a group order, releases, follows or takes a release back. */
  async #together(page: Page): Promise<void> {
    const what = this.#chance.next();
    if (what < 0.12) return this.#wish(page, await this.#startGroup(page));
    // Nothing to join, nothing to follow: then others shall have something.
    if (what < 0.62) return this.#wish(page, (await this.#joinGroup(page)) ?? (await this.#startGroup(page)));
    if (what < 0.66) return this.#wish(page, this.#groups.length === 0 ? undefined : cancelGroupCall(this.#chance.one(this.#groups)));
    if (what < 0.97) {
      const followed = await this.#follow(page);
      return followed === undefined ? this.#release(page) : this.#wish(page, followed);
    }
    return this.#wish(page, this.#releases.length === 0 ? undefined : withdrawReleaseCall(this.#chance.one(this.#releases)));
  }

  async #wish(page: Page, wish: PlannedCall | undefined): Promise<void> {
    if (wish === undefined) return;
    const { scope, call, params, stopsAt } = wish;
    // In the last moment, and a moment after that.
    const wait = stopsAt !== undefined && this.#chance.happens(0.25) ? stopsAt - Date.now() + this.#chance.between(-250, 50) : 0;
    if (wait > 0) await this.#world.stage.pause(wait);
    this.#send(page, scope, call, params);
    if (this.#chance.happens(0.2)) this.#send(page, scope, call, params);
  }

  async #startGroup(page: Page): Promise<PlannedCall | undefined> {
    if (this.#chance.happens(0.35)) {
      const slip = await this.#slip(page, 600);
      const { ticket = '', amountFen = '' } = slip?.params ?? {};
      return slip && startGroupCall(this.#chance, SPORT, { ticket, hash: slip.hash, amountFen });
    }
    const code = this.#chance.one(this.#world.cluster.groupGames);
    const { hash, game } = await page.platform.loadGame(code);
    const picked = this.#pick(hash, game);
    if (picked === undefined) return undefined;
    const ticket: Ticket = { game: code, lines: picked.lines, multiplier: this.#chance.between(2, 10) };
    const { amountFen } = priceTicket(picked.rules, ticket);
    return startGroupCall(this.#chance, code, { ticket: JSON.stringify(ticket), hash, amountFen: String(amountFen) });
  }

  async #joinGroup(page: Page): Promise<PlannedCall | undefined> {
    const lobby = await page.platform.call<GroupListModels>('/api/hm/list', { size: '20' }, { quiet: true });
    return lobby.ok ? joinGroupCall(this.#chance, lobby.models) : undefined;
  }

  async #release(page: Page): Promise<void> {
    const slip = await this.#slip(page, RELEASED_FEN);
    if (slip !== undefined) this.#send(page, `slip/${SPORT}`, BET_MATCHES, { ...slip.params, ...releaseFields(this.#chance) });
  }

  async #follow(page: Page): Promise<PlannedCall | undefined> {
    const lobby = await page.platform.call<ReleaseListModels>('/api/order/queryFDList', { size: '20' }, { quiet: true });
    const releaseId = lobby.ok ? randomReleaseId(this.#chance, lobby.models) : undefined;
    if (releaseId === undefined) return undefined;
    const detail = await page.platform.call<ReleaseDetailModels>('/api/order/queryReleaseDetailInfo', { releaseId }, { quiet: true });
    return detail.ok ? followCall(this.#chance, detail.models) : undefined;
  }

  #pick(hash: string, game: Game): { rules: CompiledGame; lines: Line[] } | undefined {
    let rules = compiled.get(hash);
    if (rules === undefined) compiled.set(hash, (rules = compileGame(game)));
    const lines: Line[] = [];
    for (let want = this.#chance.between(1, 4); want > 0; want -= 1) {
      const line = randomLine(rules, this.#chance.one(rules.plays).play.code, (n) => this.#chance.below(n));
      if (line !== undefined) lines.push(line);
    }
    return lines.length === 0 ? undefined : { rules, lines };
  }

  /** Mostly small, at times all that may be and one more than that. */
  #multiplier(): number {
    return this.#chance.happens(0.1) ? this.#chance.between(49, 51) : this.#chance.between(1, 5);
  }

  async #issues(page: Page, gameCode: string): Promise<ChaseIssuesModels['items']> {
    const result = await page.platform.call<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode }, { quiet: true });
    return result.ok ? result.models.items : [];
  }

  async #cancel(page: Page): Promise<void> {
    if (this.#chases.length === 0) return;
    const chaseId = this.#chance.one(this.#chases);
    this.#send(page, `chase/${chaseId}`, CANCEL, { chaseId });
  }

  #send(page: Page, scope: string, call: string, params: Readonly<Record<string, string>>): void {
    const { stage, witness } = this.#world;
    this.#show(page, scope);
    this.#writer = page;
    const method = BY_GET.has(call) ? ('GET' as const) : ('POST' as const);
    const sent = page.platform.submissions.submit(scope, { call, params, method });
    this.#writer = undefined;
    const key = page.actors.get(scope)?.getSnapshot().context.submission?.key ?? '';
    if (params.draftId !== undefined) witness.drafts.add(key);
    void sent.then((end: Submitted) => {
      if (end.state === 'busy') return;
      const models = end.state === 'accepted' ? (end.models as Accepted) : undefined;
      const status = end.state === 'accepted' ? STATUS.ok : end.status;
      stage.note(`${this.name} told  ${scope.split('/')[0]} ${key.slice(-12)}  ${end.state} ${status}`);
      witness.submissionEnds.push({ key, state: end.state, status, orderId: models?.orderId ?? models?.joinId });
      if (models?.chaseId !== undefined && call === BET) this.#chases.push(models.chaseId);
      if (models?.hmId !== undefined && params.ownShares !== undefined) this.#groups.push(models.hmId);
      if (models?.releaseId !== undefined && params.release === '1') this.#releases.push(models.releaseId);
    });
  }

  /** Scopes whose outcome the phone does not know yet. */
  get inDoubt(): readonly string[] {
    return this.#pages.flatMap(({ actors }) => [...actors].filter(([, actor]) => isUnderWay(actor.getSnapshot())).map(([scope]) => scope));
  }

  /** The network is back, or the player looks at the phone. */
  wake(): void {
    for (const page of this.#pages) page.wake();
  }

  close(): void {
    for (const page of this.#pages) page.platform.close();
  }
}
