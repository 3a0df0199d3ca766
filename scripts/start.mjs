// `npm start`: builds what the first page needs, runs the server with the embedded database (or DATABASE_URL), says where to open the app, and
// builds the rest while it is served.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve as pathOf } from 'node:path';
import { endOnSignals, planBuild, whileBuilding } from './build.mjs';
import { endChildren } from './build/child.mjs';
import { lanAddresses, openLines } from './build/open-at.mjs';
import { makeParts } from './build/parts.mjs';
import { countSteps } from './build/steps.mjs';
import { root } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { takeWords } from './lib/words.mjs';

takeWords(
  'npm start: builds the changed parts and starts the server. It has no arguments. docs/reference/settings.md lists its variables, such as PORT=4700 npm start',
);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Caipu needs Node 20.19 or newer; this is ${process.version}. Install a newer Node and run npm ci again.`);
  process.exit(1);
}

/** A build while the server runs has a lower priority than the server. */
const BEHIND = 10;

// The reader of the output may end; the server goes on.
process.stdout.on('error', () => {});
endOnSignals(() => say('stopped; the next start goes on from here'));

let stopping = false;
try {
  await whileBuilding(async () => {
    const { stamps, parts } = await planBuild();
    const first = parts.filter(isForFirstPage);
    const later = inOrderOfUse(parts.filter((part) => !isForFirstPage(part)));
    const step = countSteps(first.length + 1 + later.length);
    if (first.length > 0) say(`the first page comes after ${first.length + 1} steps. Ctrl+C stops; the next start goes on from there`);
    await makeParts(first, { stamps, step });
    const port = await step('start of the server', startServer);
    if (process.env.CAIPU_LOG !== 'json') {
      const host = process.env.HOST || '127.0.0.1';
      console.log(openLines({ host, port, addresses: lanAddresses(), windows: process.platform === 'win32' }).join('\n'));
    }
    if (later.length === 0) return;
    say('the rest is built while you play');
    await makeParts(later, { stamps, step, parallel: 1, nice: BEHIND }).then(
      () => say('everything is built'),
      (error) => stopping || console.error(`${error.message}\nThe app is served all the same; npm run build tries again.`),
    );
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** A server that has its database already needs no empty one. */
function isForFirstPage({ name, first }) {
  const { DATABASE_URL, CAIPU_DATA } = process.env;
  return first && (name !== 'cluster' || !(DATABASE_URL || existsSync(pathOf(root, CAIPU_DATA || '.data', 'db'))));
}

/** An operator looks at the back office first. */
function inOrderOfUse(parts) {
  if (!process.env.CAIPU_OPERATOR_PASSWORD) return parts;
  const isForOperators = ({ name }) => name === 'office' || name === 'workbench';
  return [...parts.filter(isForOperators), ...parts.filter((part) => !isForOperators(part))];
}

/** Starts the server and resolves its port when it is ready. This process ends with it. */
function startServer() {
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: ['inherit', 'pipe', 'inherit'], env: process.env });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      stopping = true;
      endChildren();
      server.kill(signal);
    });
  }
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
  return new Promise((resolve) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      if (output === undefined) return;
      output += chunk;
      const port = /ready: http:\/\/\S+?:(\d+)(?=[\s"])/.exec(output)?.[1];
      if (port === undefined) return;
      output = undefined;
      resolve(Number(port));
    });
  });
}
