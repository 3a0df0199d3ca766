/** The operator and the rights, from the server (desk/start). The server enforces them; the page only hides what would be refused. */
import { createContext, useContext } from 'react';

export interface WorkshopOperator {
  readonly name: string;
  /** The operator has an account. Its name is in the audit list, whatever name the operator types. */
  readonly own: boolean;
  readonly rights: readonly string[];
}

export const OperatorContext = createContext<WorkshopOperator | undefined>(undefined);

export function useOperator(): WorkshopOperator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('useOperator needs OperatorContext');
  return operator;
}
