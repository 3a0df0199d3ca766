/** The way to the server: its clock, whether it answers, and calls under the identity of the session. */
import type { AnyActorRef } from 'xstate';
import type { ServerTimeModels } from '../../protocol/calls.ts';
import { ApiClient, type ClientOptions } from './client.ts';
import { type ClientType, detectClientType } from './client-type.ts';
import { apiOrigin, matchDataOrigin } from './host.ts';
import { type ReachabilityMonitor, reportingFetch, createReachabilityMonitor } from './reachability.ts';
import { createServerClock } from './server-clock.ts';
import type { Session } from './session.ts';
import type { Environment, RequestBrand } from './types.ts';

export interface ConnectionOptions extends Pick<ClientOptions, 'version' | 'device' | 'report' | 'unknownCallMessage'> {
  readonly brand: RequestBrand;
  /** As the browser gives it; the environment of the result also tells `reach` of each answer. */
  readonly outside: Environment;
  /** Asked for with the first call at the earliest. */
  readonly session: () => Session;
  readonly attach?: (actor: AnyActorRef) => void;
}

export interface Connection {
  readonly environment: Environment;
  readonly reach: ReachabilityMonitor;
  readonly client: ApiClient;
  readonly clientType: ClientType;
  /** Origin of the API, '' for the page's own. */
  readonly origin: string;
  /** Unix ms of the server's clock. */
  readonly now: () => number;
  /** Reads the server's clock again; calls at the same time share one reading. */
  readonly recalibrate: () => Promise<void>;
}

export function createConnection({ brand, outside, session, ...options }: ConnectionOptions): Connection {
  const { clock, location } = outside;
  const serverClock = createServerClock(clock);
  let calibrating: Promise<void> | undefined;
  const recalibrate = () => {
    calibrating ??= readServerTime().finally(() => {
      calibrating = undefined;
    });
    return calibrating;
  };
  async function readServerTime(): Promise<void> {
    const sentAt = clock.now();
    const result = await client.call<ServerTimeModels>('/api/SystemConfig/GetServerTime', {}, { quiet: true });
    if (result.ok) serverClock.calibrate({ now: result.models.now, speed: result.models.speed, sentAt, receivedAt: clock.now() });
  }
  const reach = createReachabilityMonitor({ clock, now: serverClock.now, random: Math.random, probe: () => void recalibrate() });
  const environment: Environment = { ...outside, fetch: reportingFetch(reach, outside.fetch) };
  const origin = apiOrigin(location, brand.api);
  const clientType = detectClientType(outside.signals);
  const client: ApiClient = new ApiClient({
    ...options,
    environment,
    brand,
    origin,
    matchOrigin: matchDataOrigin(location, brand.api),
    clientType,
    identity: () => session().identity(),
    now: serverClock.now,
    clockReady: () => (serverClock.calibrated ? Promise.resolve() : recalibrate()),
    recalibrate,
    onNoAnswer: () => reach.missed(),
    onRefusedToken: (token, message) => session().tokenRefused(token, message),
    onBalance: (balanceFen, token) => {
      // An answer that comes after the account changed is about somebody else's wallet.
      if (token !== undefined && token === session().identity().token) session().setBalance(balanceFen);
    },
  });
  return { environment, reach, client, clientType, origin, now: serverClock.now, recalibrate };
}
