/** The back office: operators, their calls and pages, and the report of the house. */
export { operatorRoutes } from './routes.ts';
export type { AdminServices } from './services.ts';
export { admin } from './module.ts';
