/**
 * The state of the operator's login, shared by all tabs of this browser. The session is a cookie that scripts cannot read. So local storage has
 * only a text that differs from login to login.
 */
import { useSyncExternalStore } from 'react';

const KEY = 'operator.login';

const listeners = new Set<() => void>();
/** True if the last login ended other than by a logout on this page. */
let ended = false;

export const currentLogin = (): string | null => localStorage.getItem(KEY);

function notifyListeners(): void {
  for (const listener of [...listeners]) listener();
}

export function beginLogin(login: string): void {
  localStorage.setItem(KEY, login);
  ended = false;
  notifyListeners();
}

/** Ends `login`, unless another login has begun since. `byOperator`: the operator logged out on this page. */
export function endLogin(login: string | null, byOperator = false): void {
  if (login === null || currentLogin() !== login) return;
  localStorage.removeItem(KEY);
  ended = !byOperator;
  notifyListeners();
}

/** Handles the begin or the end of a login in another tab. `key` is null if the whole storage was cleared. */
function changedElsewhere({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return;
  ended = currentLogin() === null;
  notifyListeners();
}

function watch(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', changedElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', changedElsewhere);
  };
}

/** The login of this browser, or null. `ended`: the last login ended other than by a logout on this page. */
export function useLogin(): { readonly login: string | null; readonly ended: boolean } {
  const login = useSyncExternalStore(watch, currentLogin);
  return { login, ended: login === null && ended };
}
