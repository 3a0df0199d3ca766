/** Makes the services of a process, and fills in what lower modules need of higher ones. */
import { calendarWarning } from '../engine/descriptions/calendars.ts';
import { createAccounts, createPasswordHashingQueue, createSessions, createPresenceQueue } from './accounts/index.ts';
import { joinTree } from './agents/index.ts';
import type { BaseServices } from './base-services.ts';
import { brandName, openGames, productOffset, type Publication, shortName } from './catalog/index.ts';
import { type PublicationActivation, openActivation } from './follow-publication.ts';
import { openReadTally } from './content/index.ts';
import { openPush } from './inbox/index.ts';
import { createOdds, createDrawResults, openBetBatcher, openIssuesOf } from './lottery/index.ts';
import { postDue, makeInvitationCode, noteInvitation, openVisits } from './loyalty/index.ts';
import { createScratchPools, openSmallGames } from './mini-games/index.ts';
import {
  openCompanies,
  openCompanyTransfers,
  openRechargeService,
  type OutsideOptions,
  readWithdrawalRules,
  PROVIDERS,
} from './payments/index.ts';
import {
  type Alarms,
  createRateLimiter,
  createAlarms,
  createEarlyRefusals,
  createAccountConcurrency,
  type EventHub,
  openAlarmStore,
  openEventHub,
  openIdempotencyBatcher,
  openMessages,
} from './platform/index.ts';
import { movementLabelsOf, orderKindRegistry } from './registries.ts';
import type { Services } from './services.ts';
import { visitorRowsOf, groupProgressOf, readRelease, releaseOf, stopFollowRules, stopGroupRules } from './social/index.ts';
import { createSportReads, openSports } from './sports/index.ts';
import type { StartContext } from './start.ts';
import { upkeepSteps } from './upkeep-steps.ts';

/** What is sold, by the published descriptions. */
type Sold = Pick<Services, 'games' | 'sports' | 'smalls'>;

export interface MadeServices {
  readonly services: Services;
  readonly changes: PublicationActivation;
}

export async function makeServices(start: StartContext, base: BaseServices): Promise<MadeServices> {
  const { options, role, log, closing } = start;
  const { database, publication, clock, encryption } = base;
  const sold: Sold = {
    games: await openGames(database, publication, clock, log),
    sports: await openSports(database, publication, clock),
    smalls: await openSmallGames(database, publication, clock),
  };
  const { games, sports, smalls } = sold;
  const players = openPlayers(start, base);
  const gameName = (code: string): string =>
    games.published(code)?.game.name ?? sports.published(code)?.sport.name ?? sports.outright(code)?.outright.name ?? code;
  const events = openEvents(start, base, sold, players.sessions, () => services);
  const odds = createOdds(database, games, clock, log);
  closing.add(() => odds.close());
  const alarms = openAlarms(start, base);
  const messages = openMessages(
    { database, encryption, brand: () => brandName(publication), log },
    options.messages ?? { development: true },
  );
  closing.add(() => messages.close());
  const push = openPush(database, encryption, { contact: options.outside?.origin, ...options.push });
  const payments = openPayments(start, base, alarms);
  const scratch = createScratchPools(database, encryption);
  closing.add(() => scratch.close());
  const changes = openActivation(publication, {
    kinds: [games, sports, smalls].map((kind) => () => kind.refresh()),
    onActivated() {
      if (role !== 'draw') odds.published();
      events.broadcast({ type: 'index', version: publication.index().version });
    },
    alarms,
    log,
  });
  const services: Services = {
    ...base,
    ...sold,
    ...players,
    ...payments,
    gameName,
    orderKinds: orderKindRegistry({ database, games, sports, gameName, results: { one: (game, issue) => results.one(game, issue) } }),
    movementLabels: movementLabelsOf(publication, payments.recharge.rules),
    hooks: hooksOf(() => services),
    releases: { read: (fields, userId) => readRelease(services, fields, userId), of: (wish, bet) => releaseOf(services, wish, bet) },
    publicationState: changes.publicationState,
    scratch,
    upkeep: createPresenceQueue(),
    visits: openVisits(database),
    articleReads: openReadTally(database),
    messages,
    push,
    events,
    bets: openBetBatcher(database),
    deals: database,
    plays: openIdempotencyBatcher(database, 'play_smalls'),
    entries: openIdempotencyBatcher(database, 'bet_quizzes'),
    postPoints: (client, userId) => postDue(client, userId, productOffset(publication)),
    odds,
    signingKey: signingKeys(publication),
    maintenance: options.maintenance ?? '',
    alarms,
  };
  const results = createDrawResults(services);
  return { services, changes };
}

/** Accounts, their sessions, and what one of them may ask for at once. */
function openPlayers({ options, closing }: StartContext, { database, clock }: BaseServices) {
  const hashing = createPasswordHashingQueue();
  const accounts = createAccounts(database, hashing, makeInvitationCode);
  const sessions = createSessions(database, clock);
  closing.add(() => sessions.stop());
  const rateLimiter = createRateLimiter(database, options.limits);
  closing.add(() => rateLimiter.close());
  const accountConcurrency = createAccountConcurrency(options.limits !== Number.POSITIVE_INFINITY);
  return {
    ...{ hashing, accounts, sessions, rateLimiter, accountConcurrency },
    earlyRefusals: createEarlyRefusals(accountConcurrency),
    async useNonce(userId: number, nonce: string): Promise<boolean> {
      const { rows } = await database.query<{ fresh: boolean }>('SELECT use_nonce($1, $2) AS fresh', [userId, nonce], 'use-nonce');
      return rows[0]?.fresh === true;
    },
  };
}

/** The stream of events. `services` is called once somebody is connected. */
function openEvents(
  { options, log, closing }: StartContext,
  { database, clock }: BaseServices,
  { sports }: Sold,
  sessions: Services['sessions'],
  services: () => Services,
): EventHub {
  const events = openEventHub(
    database,
    {
      sessions,
      openIssues: (userId) => openIssuesOf(database, userId),
      unlistedKinds: () => [...services().orderKinds.values()].filter(({ listed }) => !listed).map(({ kind }) => kind),
      matches: createSportReads({ database, clock, sports }),
      groups: { items: (ids) => visitorRowsOf(services(), ids), progress: groupProgressOf },
    },
    log,
    {
      ...(options.keepAliveMs === undefined ? {} : { keepAliveMs: options.keepAliveMs }),
      ...(options.maxBehind === undefined ? {} : { maxBehind: options.maxBehind }),
    },
  );
  closing.add(() => events.close());
  return events;
}

/** Alarms, with one for refused descriptions and one for calendars that end. */
function openAlarms({ options: { gamesDir, appDir }, log, closing }: StartContext, { database, publication, clock }: BaseServices): Alarms {
  const keeper = openAlarmStore(database, log);
  closing.add(() => keeper.close());
  const alarms = createAlarms(log, keeper.record);
  publication.onProblems((problems) => {
    const files = [...new Set(problems.map(({ file }) => shortName(file, { gamesDir, appDir })))];
    alarms.report('description-refused', files.length, `${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}`);
  });
  // At each look and not only after a change: a calendar becomes too short as time goes on.
  publication.onLook(() => {
    const short = [...publication.calendars().values()].filter((calendar) => calendarWarning(calendar, clock.now()) !== undefined);
    alarms.report('calendar-ends', short.length, short.map(({ code, until }) => `${code}: ${until}`).join(', '));
  });
  return alarms;
}

/** Companies of games, and recharging. */
function openPayments({ options, log, closing }: StartContext, { database, clock, encryption }: BaseServices, alarms: Alarms) {
  const outside: OutsideOptions = { providers: PROVIDERS, ...options.outside };
  const companies = openCompanyTransfers(
    database,
    clock,
    alarms,
    options.companies?.(database) ?? openCompanies(database, outside.providers),
    log,
  );
  closing.add(() => companies.close());
  return {
    outside,
    companies,
    companyName: (code: string): string =>
      companies.of(code)?.name ?? outside.providers.find(({ company }) => company === code)?.name ?? code,
    // The same in every process with the same encryption keys: the stand-in of any process may report to it.
    recharge: openRechargeService(outside, options.recharge ?? {}, encryption.hmac('recharge.demo', 'secret')),
  };
}

/** What accounts call of the modules above them. */
function hooksOf(services: () => Services): Services['hooks'] {
  return {
    async onInvited(client, invited) {
      const inviter = await noteInvitation(client, invited);
      if (inviter !== undefined) await joinTree(services(), client, invited.invitee, inviter);
    },
    async onSelfExclusion(client, userId, why) {
      await stopFollowRules(client, userId, why);
      await stopGroupRules(client, userId, why);
    },
    get upkeep() {
      return upkeepSteps(services());
    },
    withdrawalRestHours: async (client) => (await readWithdrawalRules(client)).passwordHours,
  };
}

/** Brand code → signing key, from the brand descriptions; read once per version. */
function signingKeys(publication: Publication): Services['signingKey'] {
  const keys = new Map<string, string | undefined>();
  return (brand) => {
    const hash = Object.hasOwn(publication.index().documents.brand ?? {}, brand) ? publication.index().documents.brand?.[brand] : undefined;
    if (hash === undefined) return undefined;
    const id = `${brand} ${hash}`;
    if (!keys.has(id)) {
      const body = JSON.parse(publication.document('brand', brand, hash) ?? '{}') as { signingKey?: unknown };
      keys.set(id, typeof body.signingKey === 'string' ? body.signingKey : undefined);
    }
    return keys.get(id);
  };
}
