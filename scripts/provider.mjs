// `npm run -s provider -- check <address>`: whether a company of games keeps to the rules; see tools/provider/main.ts.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/provider/main.ts');
process.exitCode = await main(process.argv.slice(2));
