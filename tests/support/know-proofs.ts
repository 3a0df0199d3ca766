/** Tells a worker what proofs.ts found, by the name under which the built server has it. */
import { readFileSync } from 'node:fs';

const { CAIPU_TEST_PROOFS: file } = process.env;
if (file !== undefined) Object.assign(globalThis, { __PROVEN_DESCRIPTIONS__: JSON.parse(readFileSync(file, 'utf8')) });
