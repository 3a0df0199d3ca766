/** The development outbox as a test reads it, in a browser's test too. */
interface Kept {
  readonly id: number;
  readonly to: string;
  readonly template: string;
  readonly text: string;
}

export async function sentMessages(base: string): Promise<readonly Kept[]> {
  const response = await fetch(`${base}/dev/outbox`);
  return ((await response.json()) as { items: readonly Kept[] }).items;
}

/** The latest code that was sent to an address: it is there as soon as the call that asked for it is answered. */
export async function latestCodeFor(base: string, to: string): Promise<string> {
  for (let tries = 0; tries < 400; tries += 1) {
    const message = (await sentMessages(base)).find((each) => each.to === to && each.template === 'code');
    const code = /验证码 (\d{6})/.exec(message?.text ?? '')?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('no code came for this address');
}
