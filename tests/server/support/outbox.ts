/** The development outbox as a test reads it. */
import { until } from './server.ts';

interface Kept {
  readonly id: number;
  readonly to: string;
  readonly template: string;
  readonly text: string;
}

export async function outboxOf(base: string): Promise<readonly Kept[]> {
  const response = await fetch(`${base}/dev/outbox`);
  return ((await response.json()) as { items: readonly Kept[] }).items;
}

/** The latest code that was sent to an address. */
export const codeFor = (base: string, to: string): Promise<string> =>
  until(`a code for ${to}`, async () => {
    const message = (await outboxOf(base)).find((each) => each.to === to && each.template === 'code');
    return /验证码 (\d{6})/.exec(message?.text ?? '')?.[1];
  });
