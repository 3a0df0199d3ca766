// `npm run -s screens -- check|migrate`: what operators do with screens, menus, routes and their siblings; see tools/screens/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('screens');
