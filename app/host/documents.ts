/** Screen descriptions for the shell: at once when they are there, so that a known page never flashes a skeleton. */
import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { useHost, useRecovery } from '../../engine/screens/core/hooks.ts';
import type { Boot } from './boot.ts';

const KIND = 'screen';
/** "code.hash" → document, and the last one of each code: shown while a newer version is on its way. */
const known = new Map<string, ScreenDocument>();
const latest = new Map<string, ScreenDocument>();

function keep(code: string, hash: string, description: ScreenDocument): void {
  known.set(`${code}.${hash}`, description);
  latest.set(code, description);
}

const hashOf = ({ documents }: Pick<DescriptionIndex, 'documents'>, code: string): string => documents[KIND]?.[code] ?? '';

export function rememberBootScreens({ index, documents }: Boot): void {
  for (const [code, document] of Object.entries(documents[KIND] ?? {})) keep(code, hashOf(index, code), document as ScreenDocument);
}

export function loadedScreen(host: Host, code: string): ScreenDocument | undefined {
  return known.get(`${code}.${hashOf(host.index.current, code)}`);
}

/**
 * Fetches a screen. An index that was replaced meanwhile (an abridged one by the whole one, or one by the next) may list another version than
 * the one that came: then it is asked for again, which brings what has come from memory.
 */
async function fetchScreen(host: Host, code: string): Promise<ScreenDocument> {
  const hashBefore = hashOf(host.index.current, code);
  const description = await host.loadDocument<ScreenDocument>(KIND, code);
  if (hashBefore !== hashOf(host.index.current, code)) return fetchScreen(host, code);
  keep(code, hashBefore, description);
  return description;
}

/** Fetches a screen before it is opened; undefined when it did not come. */
export const prepareScreen = async (host: Host, code: string): Promise<ScreenDocument | undefined> =>
  loadedScreen(host, code) ?? fetchScreen(host, code).catch(() => undefined);

export interface LoadedScreen {
  readonly description: ScreenDocument | undefined;
  readonly error: string;
  readonly retry: () => void;
}

/** The current version of a screen; while a newer one is on its way the one at hand stays. */
export function useScreenDocument(code: string): LoadedScreen {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const [outcome, setOutcome] = useState({ key: '', error: '' });
  const [attempt, setAttempt] = useState(0);
  const key = `${code}.${hashOf(current, code)}`;
  const ready = known.get(key);
  const error = !ready && outcome.key === key ? outcome.error : '';
  const retry = useCallback(() => {
    setOutcome({ key: '', error: '' });
    setAttempt((n) => n + 1);
  }, []);
  useEffect(() => {
    if (ready) return;
    let wanted = true;
    fetchScreen(host, code).then(
      () => wanted && setOutcome({ key, error: '' }),
      (reason: unknown) => wanted && setOutcome({ key, error: reason instanceof Error ? reason.message : '页面加载失败' }),
    );
    return () => {
      wanted = false;
    };
  }, [host, code, key, ready, attempt]);
  useRecovery(error ? retry : undefined);
  return { description: ready ?? latest.get(code), error, retry };
}
