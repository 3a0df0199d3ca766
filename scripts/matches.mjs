// `npm run -s matches -- import`: matches of openfootball into the database; see tools/matches/main.ts.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/matches/main.ts');
process.exitCode = await main(process.argv.slice(2));
