// `npm run -s provider -- check <address>`: whether a company of games keeps to the rules; see tools/provider/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('provider');
