/** What desks of queues share (results, withdrawals, comments): looking again every few seconds, acts in the operator's name, and their frame. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { call } from './calls.ts';
import { useOperator } from './operator.ts';
import './queue.css';

const LOOK_MS = 5_000;

/** One thing that is done to what is listed. */
export interface Act {
  readonly method?: 'POST' | 'PUT';
  /** Below /operator/api. */
  readonly path: string;
  readonly body?: object;
  /** What is said when it was done. */
  readonly done: string | ((models: unknown) => string);
  /** It is written under the operator's name, which must be there. */
  readonly signed?: true;
}

export interface Queue<Listing> {
  readonly listing: Listing | undefined;
  /** The operator's name. */
  readonly by: string;
  readonly setBy: (by: string) => void;
  /** What became of the last act. */
  readonly msg: string;
  readonly say: (msg: string) => void;
  /** Does one thing, says what became of it, and asks for the list anew, which comes later. */
  readonly act: (act: Act) => Promise<boolean>;
}

/** `path` is what is listed, below /operator/api; `onLoggedOut` is called when the session has ended. */
export function useQueue<Listing>(path: string, onLoggedOut: () => void): Queue<Listing> {
  const { own, name } = useOperator();
  // An operator signs with his own name; whoever has the server's password says who he is.
  const [by, setBy] = useState(own ? name : '');
  const [listing, setListing] = useState<Listing>();
  const [msg, say] = useState('');

  /** Looks that were asked, and the latest one of which the answer was taken. */
  const looks = useRef({ asked: 0, taken: 0 });

  const look = useCallback(async () => {
    looks.current.asked += 1;
    const mine = looks.current.asked;
    const answer = await call<Listing>('GET', path);
    // An answer that was overtaken by a later one is of another list, or of what is no longer so: it would close the form of a row.
    if (mine < looks.current.taken) return;
    looks.current.taken = mine;
    if (answer.ok) setListing(answer.models);
    else if (answer.loggedOut) onLoggedOut();
    else say(answer.msg);
  }, [path, onLoggedOut]);
  useEffect(() => {
    const first = setTimeout(() => void look());
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [look]);

  const act = useCallback(
    async ({ method = 'POST', path: where, body = {}, done, signed }: Act): Promise<boolean> => {
      if (signed && by.trim() === '') {
        say('请先填写管理员姓名');
        return false;
      }
      const answer = await call<unknown>(method, where, signed ? { ...body, by: by.trim() } : body);
      if (!answer.ok && answer.loggedOut) onLoggedOut();
      if (!answer.ok) say(answer.msg);
      else say(typeof done === 'string' ? done : done(answer.models));
      // Not waited for: the form of what was done closes at once, and not over one that was opened since.
      void look();
      return answer.ok;
    },
    [by, look, onLoggedOut],
  );
  return { listing, by, setBy, msg, say, act };
}

export interface QueueDeskProps<View extends string> {
  readonly queue: Pick<Queue<unknown>, 'by' | 'setBy' | 'msg'>;
  /** What the desk is called. */
  readonly name: string;
  readonly above: ReactNode;
  /** What can be listed, by its name. */
  readonly views: Readonly<Record<View, string>>;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** What narrows the list further. */
  readonly narrow?: ReactNode;
  /** Figures beside the list. */
  readonly side?: ReactNode;
  readonly hint: ReactNode;
  /** Says what is listed. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The switch, the operator's name and what one should know on the left, the list with what became of the last act on the right. */
export function QueueDesk<View extends string>(props: QueueDeskProps<View>): ReactNode {
  const { queue, name, above, views, view, onView, narrow, side, hint, label, children } = props;
  const { own } = useOperator();
  return (
    <div className="desk desk--queue">
      <nav className="files" aria-label={name}>
        {above}
        <div className="switch" role="group" aria-label="看什么">
          {(Object.keys(views) as View[]).map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => onView(each)}>
              {views[each]}
            </button>
          ))}
        </div>
        {narrow}
        <label>
          管理员姓名
          <input
            value={queue.by}
            readOnly={own}
            maxLength={40}
            placeholder="写入审计记录"
            onChange={(event) => queue.setBy(event.target.value)}
          />
        </label>
        {side}
        <p className="hint">{hint}</p>
      </nav>
      <main className="queue" aria-label={label}>
        <p className="queue__msg" role="status">
          {queue.msg}
        </p>
        {children}
      </main>
    </div>
  );
}

/** A list: its columns, its rows, and what stands there without any. */
export function QueueTable({
  columns,
  rows,
  none,
}: {
  readonly columns: ReactNode;
  readonly rows: readonly ReactNode[];
  readonly none: string;
}): ReactNode {
  if (rows.length === 0) return <p className="queue__none">{none}</p>;
  return (
    <table>
      <thead>
        <tr>{columns}</tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}
