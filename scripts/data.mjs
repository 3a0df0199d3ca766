// `npm run -s data -- backup|restore|check|audit`: copies of the database, and whether it is in order; see tools/data/main.ts.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';

register();
const { main } = await import('../tools/data/main.ts');
process.exitCode = await main(process.argv.slice(2));
