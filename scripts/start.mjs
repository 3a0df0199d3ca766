// `npm start`: builds what changed, then runs the server with the embedded database (or DATABASE_URL) and says where to open the app.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
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

try {
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
say('starting the server');
const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: 'inherit', env: process.env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
