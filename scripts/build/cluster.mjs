// Makes the empty cluster that databases are copied from, where there is none yet: it needs nothing of the build, and takes as long as a bundle.
import { register } from 'tsx/esm/api';

register();
const { openTemplate } = await import('../../server/platform/database/template.ts');
await openTemplate();
