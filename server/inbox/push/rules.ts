/** The rules of push messages: their kinds, targets and lifetimes (push.json). */
import RULES from './push.json' with { type: 'json' };

interface Rules {
  /** Hosts of the push services of browsers; `*.` stands for one name or more before the rest. */
  readonly hosts: readonly string[];
  /** How long a push service keeps a message for a phone that is off. */
  readonly ttlSeconds: number;
  /** What happened longer ago is not pushed any more. */
  readonly freshMinutes: number;
  /** So many new messages are pushed one by one; of more, one push tells how many they are. */
  readonly single: number;
  /** The waits after failures; after the last of them a push is given up. */
  readonly waitSeconds: readonly number[];
  /** After this number of abandoned pushes in a row, an address counts as gone. */
  readonly givenUpBeforeGone: number;
  /** Sentences that are pushed to players in a break or self-exclusion: security of the account, and money. */
  readonly whileAway: readonly string[];
  /** What a push says of one message while its player wants no words of it on the lock screen. */
  readonly one: { readonly title: string; readonly text: string };
  /** E-mail about messages: at most one in `everyMinutes`. It quotes at most `most` messages, none older than `freshMinutes`. */
  readonly mail: { readonly everyMinutes: number; readonly most: number; readonly freshMinutes: number; readonly more: string };
  readonly many: { readonly title: string; readonly text: string; readonly to: string };
}

export const PUSH_RULES = RULES as Rules;
