/** What a push holds when the phone has decrypted it. */
export interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** Route that a tap on it opens. */
  readonly to: string;
  /** A push with the tag of one that is shown takes its place. */
  readonly tag: string;
}

/** What the service worker says to a page when a push was tapped. The page answers through the port that comes along. */
export interface OpenRouteMessage {
  readonly say: 'open';
  readonly to: string;
}
