/**
 * Observes each answer that a server gave, whether or not the phone got it, and the outcome that each phone recorded. It reports contradictions
 * that no player may see: two answers under one key, or an acknowledged bet that does not exist.
 */
import { STATUS } from '../../../protocol/status.ts';

export interface ServerAnswer {
  readonly status: number;
  readonly models: unknown;
}

/** The end of a submission as its phone recorded it. */
export interface SubmissionEnd {
  readonly key: string;
  readonly state: 'accepted' | 'refused';
  readonly status: number;
  readonly orderId: string | undefined;
}

/** The same text for equal answers: the database orders the fields of its JSON values by its own rule. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}

export class Witness {
  readonly faults: string[] = [];
  /** Key → what was answered once it was done, as text. */
  readonly done = new Map<string, string>();
  /** Keys for which a server said that nothing was done, and nothing ever will be. */
  readonly burnt = new Set<string>();
  readonly submissionEnds: SubmissionEnd[] = [];
  /** Keys of requests that sell a draft of a bet on matches, whose odds are held. */
  readonly drafts = new Set<string>();

  /** An idempotent call was answered. */
  answered(key: string, { status, models }: ServerAnswer): void {
    if (status !== STATUS.ok) return;
    this.#settle(key, models);
  }

  /** The query for the outcome of a key was answered. */
  outcome(key: string, models: { readonly state?: string; readonly answer?: ServerAnswer }): void {
    if (models.state === 'unknown') {
      if (this.done.has(key)) this.faults.push(`key ${key} was done, and now it is said that it never was`);
      this.burnt.add(key);
    } else if (models.answer?.status === STATUS.ok) this.#settle(key, models.answer.models);
  }

  #settle(key: string, models: unknown): void {
    const text = canonical(models);
    const before = this.done.get(key);
    if (before !== undefined && before !== text) this.faults.push(`key ${key} has two answers: ${before} and ${text}`);
    if (this.burnt.has(key)) this.faults.push(`key ${key} was said to be never done, and was done after that: ${text}`);
    this.done.set(key, text);
  }
}
