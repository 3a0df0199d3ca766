/** Opens a screen's store without React, over a host of plain data and a pace moved by hand. */
import type { ScreenDocument } from '../../../../engine/screens/core/contract.ts';
import { compileScreen } from '../../../../engine/screens/core/plan.ts';
import { SourceCache } from '../../../../engine/screens/core/source-cache.ts';
import { ScreenStore } from '../../../../engine/screens/core/store.ts';
import type { TestHost } from './host.ts';
import { type ManualPace, manualPace } from './pace.ts';

export interface OpenOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly back?: boolean;
  readonly cache?: SourceCache;
  readonly pace?: ManualPace;
}

export function openScreen(description: ScreenDocument, host: TestHost, opening: OpenOptions = {}): ScreenStore {
  const { params = {}, query = {}, back = false, cache = new SourceCache(host), pace = manualPace() } = opening;
  const store = new ScreenStore({ plan: compileScreen(description), host, cache, params, query, back, pace });
  store.start();
  return store;
}
