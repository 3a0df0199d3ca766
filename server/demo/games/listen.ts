/**
 * The demonstration provider: a few small pages (games, customer service, an activity) on an origin of their own. So the app's frame page
 * is used as with a real provider: the framed page has another origin and speaks the page-message protocol.
 */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { type Cashier, cashierRoutes } from './cashier/cashier.ts';
import { providerRoutes, type StandInProvider } from './provider/provider.ts';

export interface DemoGamesOptions {
  /** Returns the stand-in cashier; undefined until the server has opened it, since these pages listen earlier. */
  readonly cashier?: () => Cashier | undefined;
  /** Returns the stand-in company of games; undefined until the server has opened it. */
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
        // Any site may frame these pages: the app's origin is not known here, and a stolen click wins nothing of value.
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
