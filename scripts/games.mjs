// `npm run -s games -- check|new|odds|simulate|diff|price|settle|expand`: what operators do with game files; see tools/games/main.ts.
// TypeScript is loaded in this process: quick to start and nothing but the answer on standard output.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/games/main.ts');
process.exitCode = await main(process.argv.slice(2));
