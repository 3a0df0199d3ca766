/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { startHouse } from './house-report/job.ts';
import type { AdminServices } from './services.ts';

export const admin: Module<AdminServices> = {
  calls: [],
  jobs: [{ start: startHouse }],
};
