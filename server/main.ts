/** Entry of the reference server: reads the environment, starts, says where to open the app, stops cleanly on a signal. */
import { isMainThread } from 'node:worker_threads';
import { buildServer, DEMO_ACCOUNT } from './build-server.ts';
import { createLog, listenError, type Log, prepareDatabase, stopOnSignals } from './platform/index.ts';
import { type Cashier, type DemoGames, type DemoGamesOptions, openCashier, type StandInProvider, startDemoGames } from './demo/index.ts';
import { writePrevalidated } from './catalog/index.ts';
import { prepareOdds } from './lottery/index.ts';
import { readOptions } from './read-options.ts';
import { SCHEMA } from './schema.ts';

// The reader of the output may end; the server goes on.
process.stdout.on('error', () => {});
const toOutput = (text: string) => void process.stdout.write(text);
const toErrors = (text: string) => void process.stderr.write(text);
/** Before the settings are read, and for errors of the start, which go to the terminal. */
let complain: Log = createLog({ format: 'text', level: 'info', write: toErrors });

/** As its argument the build gives one of these: nothing is served. */
const PREPARE: Readonly<Record<string, () => Promise<void>>> = {
  prepare: () => prepareDatabase(SCHEMA),
  odds: prepareOdds,
  prevalidate: writePrevalidated,
};

/** The demonstration pages. A port that merely was the next one may be taken: then any free one does. */
async function openDemo(where: DemoGamesOptions, isConfigured: boolean): Promise<DemoGames> {
  try {
    return await startDemoGames(where);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
      throw listenError(error, where.host, where.port, 'CAIPU_DEMO_PORT') ?? error;
    if (isConfigured) throw new Error(`port ${where.port} is in use. Set CAIPU_DEMO_PORT to another, or to 0 for no demonstration games.`);
    return startDemoGames({ ...where, port: 0 });
  }
}

// Threads that compute (draws/odds-worker.ts) have this file as their program too.
const prepare = PREPARE[process.argv[2] ?? ''];
if (isMainThread && prepare !== undefined) await prepare();
else if (isMainThread) {
  try {
    const { host, port, demoPort, demoPortAsked, demoDir, checkAnswers, logFormat, logLevel, drainMs, ...rest } = readOptions(process.env);
    const log = createLog({ format: logFormat, level: logLevel, write: toOutput });
    if (logFormat === 'json') complain = log;
    let cashier: Cashier | undefined;
    let provider: StandInProvider | undefined;
    const pages = { host, port: demoPort ?? 0, folder: demoDir, cashier: () => cashier, provider: () => provider };
    const demo = demoPort === undefined ? undefined : await openDemo(pages, demoPortAsked);
    const onWrongAnswer = checkAnswers ? (fault: string) => log(`wrong answer  ${fault}`, { level: 'error' }) : undefined;
    const outside = { ...rest.outside, demoPort: demo?.port };
    const server = await buildServer({ ...rest, outside, log, onWrongAnswer, beginLater: true }).catch(async (error) => {
      await demo?.close();
      throw error;
    });
    await server.app.listen({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
      await server.close();
      await demo?.close();
      throw listenError(error, host, port, 'PORT') ?? error;
    });
    const address = server.app.server.address();
    const open = typeof address === 'object' && address !== null ? address.port : port;
    // Another company would reach the server by its public address; this one is in the same process.
    const merchant = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${open}`;
    if (demo !== undefined) {
      const { database, encryption } = server.context;
      const origin = outside.demoOrigin ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${demo.port}`;
      provider = { database, secret: encryption.hmac('provider.demo', 'secret'), origin };
    }
    if (demo !== undefined)
      cashier = openCashier({ database: server.context.database, secret: server.context.recharge.secret, merchant, log });
    const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
    if (rest.clockSpeed !== undefined) log(`simulated clock, ${rest.clockSpeed} times as fast as the real one`);
    const close = async () => {
      await cashier?.close();
      await Promise.all([server.close(), demo?.close()]);
    };
    // Before the line that it is ready: a supervisor may send a signal at once after it.
    stopOnSignals({ drain: server.drain, close }, log, drainMs);
    log(`Caipu 彩谱 is ready: http://${shown}:${open}  (demo player ${DEMO_ACCOUNT.name} / ${DEMO_ACCOUNT.password}; play money only)`);
    server.begin();
    if (demo) log(`demonstration games and customer service: port ${demo.port}`);
  } catch (error) {
    complain((error as Error).message, { level: 'error' });
    process.exit(1);
  }
}
