/** The operator and the rights, from the server (desk/start). The server enforces them; the page only hides what would be refused. */
import { createContext, useContext } from 'react';

export interface WorkshopOperator {
  readonly name: string;
  /** Has a row of his own: what he does is written under his name whatever he types. */
  readonly own: boolean;
  readonly rights: readonly string[];
}

export const OperatorContext = createContext<WorkshopOperator | undefined>(undefined);

export function useOperator(): WorkshopOperator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('a part of the workshop stands outside of it');
  return operator;
}
