/**
 * Which of the players who are connected here wait for which issue, so that a settled issue is queried for those alone: the cost
 * of a draw does not grow with the number of connections.
 */

export interface IssueSubscriptions {
  /** From now on `placed` counts for this player; several times for several connections. Returns the end of it. */
  follow(userId: number): () => void;
  /** A followed player has an order on these issues. Of anyone else nothing is kept. */
  placed(userId: number, game: string, issues: readonly string[]): void;
  /** Removes and returns the players that wait for the issue. */
  settled(game: string, issue: string): readonly number[];
}

export function createIssueSubscriptions(): IssueSubscriptions {
  /** Player → connections, and the issues that he waits for. */
  const followed = new Map<number, { connections: number; readonly issues: Set<string> }>();
  const byIssue = new Map<string, Set<number>>();
  const key = (game: string, issue: string) => `${game}/${issue}`;

  function forget(issueKey: string, userId: number): void {
    const waiting = byIssue.get(issueKey);
    waiting?.delete(userId);
    if (waiting?.size === 0) byIssue.delete(issueKey);
  }

  return {
    follow(userId) {
      const subscriber = followed.get(userId) ?? { connections: 0, issues: new Set<string>() };
      subscriber.connections += 1;
      followed.set(userId, subscriber);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        subscriber.connections -= 1;
        if (subscriber.connections > 0) return;
        for (const issueKey of subscriber.issues) forget(issueKey, userId);
        followed.delete(userId);
      };
    },
    placed(userId, game, issues) {
      const subscriber = followed.get(userId);
      if (subscriber === undefined) return;
      for (const issue of issues) {
        const issueKey = key(game, issue);
        subscriber.issues.add(issueKey);
        byIssue.set(issueKey, (byIssue.get(issueKey) ?? new Set()).add(userId));
      }
    },
    settled(game, issue) {
      const issueKey = key(game, issue);
      const waiting = [...(byIssue.get(issueKey) ?? [])];
      byIssue.delete(issueKey);
      for (const userId of waiting) followed.get(userId)?.issues.delete(issueKey);
      return waiting;
    },
  };
}
