/** The companies of the transfer centre that the providers name. */
import type { Database } from '../../../platform/index.ts';
import type { GameProvider } from '../providers.ts';
import type { Company } from './company.ts';
import { demoCompany } from './demo-company.ts';
import { httpCompany } from './http-company.ts';

export const openCompanies = (database: Database, providers: readonly GameProvider[]): Company[] =>
  providers.flatMap(({ company, name, wallet }) =>
    wallet === undefined
      ? []
      : [
          wallet.kind === 'http'
            ? httpCompany({ code: company, name, ...wallet })
            : demoCompany(database, { code: company, name, ...wallet }),
        ],
  );
