// One voice for every script: what is being done, how long it took.
const started = Date.now();

export function say(text) {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`[${seconds} s] ${text}\n`);
}

/** Runs a step and says how it went; long steps print a dot line every ten seconds so that nobody thinks it hangs. */
export async function step(title, work) {
  say(`${title} …`);
  const from = Date.now();
  const beat = setInterval(() => say(`${title} … still working (${Math.round((Date.now() - from) / 1000)} s)`), 10_000);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
