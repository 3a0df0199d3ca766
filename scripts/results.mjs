// `npm run -s results -- import|demo`: past draws into the database; see tools/results/main.ts.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/results/main.ts');
process.exitCode = await main(process.argv.slice(2));
