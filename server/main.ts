/** Entry of the reference server: reads the environment, starts, says where to open the app, stops cleanly on a signal. */
import { buildServer, DEMO } from './app.ts';
import { type DemoGames, type DemoGamesOptions, startDemoGames } from './demo-games/listen.ts';
import { readOptions } from './options.ts';

const say = (line: string) => console.log(line);

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

/** The demonstration pages. A port that merely was the next one may be taken: then any free one does. */
async function openDemo(where: DemoGamesOptions, asked: boolean): Promise<DemoGames> {
  try {
    return await startDemoGames(where);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (asked) throw new Error(`port ${where.port} is in use. Set CAIPU_DEMO_PORT to another, or to 0 for no demonstration games.`);
    return startDemoGames({ ...where, port: 0 });
  }
}

try {
  const { host, port, demoPort, demoPortAsked, demoDir, checkAnswers, ...options } = readOptions(process.env);
  const demo = demoPort === undefined ? undefined : await openDemo({ host, port: demoPort, folder: demoDir }, demoPortAsked);
  const onWrongAnswer = checkAnswers ? (fault: string) => say(`wrong answer  ${fault}`) : undefined;
  const outside = { ...options.outside, demoPort: demo?.port };
  const server = await buildServer({ ...options, outside, log: say, onWrongAnswer }).catch(async (error) => {
    await demo?.close();
    throw error;
  });
  await server.app.listen({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
    await server.close();
    await demo?.close();
    throw error.code === 'EADDRINUSE' ? new Error(`port ${port} is in use. Stop what uses it, or set PORT to another.`) : error;
  });
  const address = server.app.server.address();
  const open = typeof address === 'object' && address !== null ? address.port : port;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  if (options.clockSpeed !== undefined) say(`simulated clock, ${options.clockSpeed} times as fast as the real one`);
  say(`Caipu 彩谱 is ready: http://${shown}:${open}  (demo player ${DEMO.name} / ${DEMO.password}; play money only)`);

  if (demo) say(`demonstration games and customer service: port ${demo.port}`);

  let stopping = false;
  const stop = (signal: string) => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    say(`${signal}: stopping`);
    Promise.all([server.close(), demo?.close()]).then(
      () => process.exit(0),
      (error: Error) => fail(`could not stop cleanly: ${error.message}`),
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
} catch (error) {
  fail((error as Error).message);
}
