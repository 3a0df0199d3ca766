// `npm run -s data -- backup|restore|check|audit`: copies of the database, and whether it is in order; see tools/data/main.ts.
import { runCommand } from './lib/command.mjs';

await runCommand('data');
