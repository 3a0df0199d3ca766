// `npm run -s matches -- import`: matches of openfootball into the database; see tools/matches/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('matches');
