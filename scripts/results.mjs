// `npm run -s results -- import|demo`: past draws into the database; see tools/results/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('results');
