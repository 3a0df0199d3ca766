import { createContext, useContext } from 'react';
import type { App } from '../host/host.ts';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp: no AppContext above');
  return app;
}
