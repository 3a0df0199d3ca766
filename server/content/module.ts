/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { contentCalls } from './content-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { siteCalls } from './site-calls.ts';
import type { ContentServices } from './services.ts';

export const content: Module<ContentServices> = {
  calls: [serviceCalls, siteCalls, contentCalls],
  jobs: [],
};
