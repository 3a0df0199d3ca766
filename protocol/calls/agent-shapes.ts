/** Figures of agents (agents.ts, agent-reports.ts). */
import { Type } from './schema.ts';

export const bp = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000, description: `${description} Basis points: 500 is 5 %.` });
export const score = (description: string) =>
  Type.Integer({ minimum: 0, unit: 'score', description: `${description} 1 score is worth 1 fen.` });
