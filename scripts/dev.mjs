// `npm run dev`: the server from source and vite with hot reload side by side.
import { spawn } from 'node:child_process';
import { root, tool } from './lib/run.mjs';
import { takeWords } from './lib/words.mjs';

takeWords(
  'npm run dev: runs server and app from source, with hot reload. It has no arguments. docs/reference/settings.md lists its variables',
);

const children = [
  spawn(process.execPath, ['--import', 'tsx', '--watch-path=server', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    // The back office is open while developing: /operator/desk on vite's address. Answers are checked against the table of calls.
    env: { CAIPU_OPERATOR_PASSWORD: 'workshop', CAIPU_CHECK_ANSWERS: '1', ...process.env },
  }),
  spawn(tool('vite'), [], { cwd: root, stdio: 'inherit' }),
];
const stop = () => children.forEach((child) => child.kill());
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
