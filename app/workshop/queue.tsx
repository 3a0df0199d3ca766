/** Shared parts of the pages for queues (results, comments): the list is loaded again every few seconds, actions carry the operator's name, and both have the same layout. */
import { type FormEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { callDesk } from './calls.ts';
import { useOperator } from './operator.ts';
import './queue.css';

const RELOAD_MS = 5_000;

/** One thing that is done to what is listed. */
export interface OperatorAction {
  /** Below desk/. */
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** The message of success. */
  readonly done: string | ((models: unknown) => string);
  /** It is written under the operator's name, which must be there. */
  readonly signed?: true;
}

export interface Queue<Listing> {
  readonly listing: Listing | undefined;
  /** The operator's name. */
  readonly by: string;
  readonly setBy: (by: string) => void;
  /** The outcome of the last action. */
  readonly msg: string;
  /** Why the list could not be loaded; '' once it came. */
  readonly fault: string;
  readonly say: (msg: string) => void;
  /** Performs one action, shows its outcome, and starts to reload the list. Does nothing while another action is under way. */
  readonly act: (act: OperatorAction) => Promise<boolean>;
}

/** `path` is what is listed, below desk/. */
export function useQueue<Listing>(path: string): Queue<Listing> {
  const { own, name } = useOperator();
  // An operator signs with the own name; with the server's password the person gives a name.
  const [by, setBy] = useState(own ? name : '');
  const [listed, setListed] = useState<{ readonly path: string; readonly models: Listing }>();
  const [msg, say] = useState('');
  const [fault, setFault] = useState('');
  const acting = useRef(false);

  /** Number of sent requests, and of the latest one with an accepted answer. */
  const requests = useRef({ sent: 0, accepted: 0 });

  const reload = useCallback(async () => {
    requests.current.sent += 1;
    const mine = requests.current.sent;
    const answer = await callDesk<Listing>('GET', path);
    // An answer that a later one has overtaken is of another list or out of date: it would close the form of a row.
    if (mine < requests.current.accepted) return;
    requests.current.accepted = mine;
    if (answer.ok) setListed({ path, models: answer.models });
    setFault(answer.ok ? '' : answer.msg);
  }, [path]);
  useEffect(() => {
    const first = setTimeout(() => void reload());
    const timer = setInterval(() => void reload(), RELOAD_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [reload]);

  const act = useCallback(
    async ({ path: where, fields = {}, done, signed }: OperatorAction): Promise<boolean> => {
      if (signed && by.trim() === '') {
        say('请先填写管理员姓名');
        return false;
      }
      // A second press would get a refusal, because the first one has done it.
      if (acting.current) return false;
      acting.current = true;
      say('正在提交');
      const answer = await callDesk<unknown>('POST', where, signed ? { ...fields, by: by.trim() } : fields);
      acting.current = false;
      if (!answer.ok) say(answer.msg);
      else say(typeof done === 'string' ? done : done(answer.models));
      // Without waiting: the form of the act closes at once, and not over one that was opened since.
      void reload();
      return answer.ok;
    },
    [by, reload],
  );
  // The former list does not answer the new request.
  const listing = listed?.path === path ? listed.models : undefined;
  return { listing, by, setBy, msg, fault, say, act };
}

export interface QueuePageProps<View extends string> {
  readonly queue: Pick<Queue<unknown>, 'listing' | 'by' | 'setBy' | 'msg' | 'fault' | 'say'>;
  /** Name of the page. */
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

/** On the left the switch, the operator's name and notes; on the right the list with the outcome of the last action. */
export function QueuePage<View extends string>(props: QueuePageProps<View>): ReactNode {
  const { queue, name, above, views, view, onView, narrow, side, hint, label, children } = props;
  const { own } = useOperator();
  return (
    <div className="workspace workspace--queue">
      <nav className="files" aria-label={name}>
        {above}
        <div className="switch" role="group" aria-label="看什么">
          {(Object.keys(views) as View[]).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => {
                // The outcome belongs to the list of the action only.
                queue.say('');
                onView(each);
              }}
            >
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
      <main className="queue" aria-label={label} onClickCapture={once}>
        <p className="queue__msg" role="status">
          {queue.msg}
        </p>
        {queue.fault === '' ? null : (
          <p className="queue__fault" role="alert">
            {queue.fault}。{queue.listing === undefined ? '' : '下面的列表可能已经不是最新的。'}每 {RELOAD_MS / 1_000} 秒再试一次。
          </p>
        )}
        {queue.listing === undefined && queue.fault === '' ? <p className="queue__none">正在读取</p> : null}
        {children}
      </main>
    </div>
  );
}

/** A row that is done makes room for the next one, whose button stands under the pointer by then: the second press of a double click does nothing. */
function once(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest('button') === null) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The form before an act, below its row: the first field has the focus, Escape cancels, and the focus returns to its former place. */
export function QueueForm({
  yes,
  onSubmit,
  onCancel,
  children,
}: {
  /** On the button. */
  readonly yes: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    form.current?.querySelector('input')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <form
      ref={form}
      className="queue__form"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel();
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <button type="submit" className="button button--primary">
        {yes}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        放弃
      </button>
    </form>
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
