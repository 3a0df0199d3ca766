/** Who works here and what he may do, as the server says it (desk/start); the server holds it, this only keeps from view what would be refused. */
import { createContext, useContext } from 'react';
import type { Right } from '../../protocol/desk/rights.ts';

export interface WorkshopOperator {
  readonly name: string;
  /** Has a row of his own: what he does is written under his name whatever he types. */
  readonly own: boolean;
  readonly rights: readonly string[];
  /** Two-step login must be set up first. */
  readonly setUpStep: boolean;
}

export const OperatorContext = createContext<WorkshopOperator | undefined>(undefined);

export function useOperator(): WorkshopOperator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('a part of the workshop stands outside of it');
  return operator;
}

export const useRight = (right: Right): boolean => useOperator().rights.includes(right);
