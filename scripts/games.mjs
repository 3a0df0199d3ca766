// `npm run -s games -- check|new|odds|simulate|diff|price|settle|expand`: what operators do with game files; see tools/games/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('games');
