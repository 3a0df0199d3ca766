// `npm run -s screens -- check|migrate`: what operators do with screens, menus, routes and their siblings; see tools/screens/main.ts.
// TypeScript is loaded in this process: quick to start and nothing but the answer on standard output.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/screens/main.ts');
process.exitCode = await main(process.argv.slice(2));
