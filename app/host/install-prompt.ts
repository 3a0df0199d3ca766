/** The browser's own way to install the app (Chromium's beforeinstallprompt). The event comes once, early, and is used when the player asks. */

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let held: InstallPrompt | undefined;
const listeners = new Set<() => void>();

/** Keeps the browser from asking by itself, and remembers how to. Called before anything is drawn: the browser tells it once. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    held = event as InstallPrompt;
    for (const listener of listeners) listener();
  });
}

/** Calls back now or later, when the browser can install. */
export function whenInstallable(listener: () => void): void {
  listeners.add(listener);
  if (held) listener();
}

/** Lets the browser ask; undefined when it cannot. Each prompt can be used once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | undefined> {
  const prompt = held;
  held = undefined;
  if (!prompt) return undefined;
  await prompt.prompt();
  return (await prompt.userChoice).outcome;
}
