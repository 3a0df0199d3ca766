/**
 * The files of one process share their modules. An import that is still under way when a file ends fails with that file's environment, and
 * the next file that wants the module meets the failure and cannot be run: every file waits for what it asked for.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
