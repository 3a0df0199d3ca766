/**
 * The demonstration provider: a few small pages (games, customer service, an activity) on an origin of their own, so that the app's
 * frame page works against what it meets in life: another origin that speaks the page-message protocol. Play points only.
 */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { type Cashier, cashierRoutes } from './cashier/cashier.ts';
import { providerRoutes, type StandInProvider } from './provider/provider.ts';

export interface DemoGamesOptions {
  /** The stand-in cashier, once there is one: the pages listen before the server is open. */
  readonly cashier?: () => Cashier | undefined;
  /** The stand-in company of games, likewise. */
  readonly provider?: () => StandInProvider | undefined;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly folder: string;
}

export interface DemoGames {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws with code EADDRINUSE when the port is taken. */
export async function startDemoGames({
  host,
  port,
  folder,
  cashier = () => undefined,
  provider = () => undefined,
}: DemoGamesOptions): Promise<DemoGames> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // The operator decides which sites frame it, and no click here is worth stealing.
        frameAncestors: ['*'],
      },
    },
    frameguard: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  });
  cashierRoutes(app, cashier);
  providerRoutes(app, provider);
  await app.register(fastifyStatic, {
    root: folder,
    index: ['index.html'],
    allowedPath: (path) => !path.endsWith('.ts'),
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', 'no-cache'),
  });
  await app.listen({ host, port });
  const address = app.server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : port, close: () => app.close() };
}
