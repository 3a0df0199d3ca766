/** The desk of an operator: files on the left, text in the middle, the phone on the right. */
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { draftGame } from '../../engine/descriptions/draft.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Change } from '../../engine/rules/changes.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import { type Answer, call, type FileVersion, type GameFile, type ListedGame, pathOf } from './calls.ts';
import { Editor } from './editor.tsx';
import { Changes, Odds, Problems, Versions } from './findings.tsx';
import type { Draft, Finding } from './judge.ts';
import { PREVIEW_PAGE, type PreviewMessage } from './preview-message.ts';

/** Typing pauses this long before the draft is judged. */
const PAUSE_MS = 250;

interface Open {
  readonly code: string;
  /** As it was read; '' for a file that does not exist yet. */
  readonly stamp: string;
  readonly saved: string;
  readonly published: Game | null;
}

interface Listing {
  readonly games: readonly ListedGame[];
  readonly families: Readonly<Record<string, string>>;
}

interface Judged {
  readonly problems: readonly Problem[];
  readonly game: Game | undefined;
  readonly draws: bigint | undefined;
  readonly changes: readonly Change[] | undefined;
  readonly odds: readonly PlayOdds[];
  readonly done: boolean;
}

const NOTHING: Judged = { problems: [], game: undefined, draws: undefined, changes: undefined, odds: [], done: false };
const STATUS: Readonly<Record<ListedGame['status'], string>> = { published: '已发布', stale: '文件有误，旧版运行中', refused: '文件有误' };
const TABS = { problems: '问题', changes: '变化', odds: '概率', versions: '版本' } as const;
type Tab = keyof typeof TABS;

export function Workshop({ onLoggedOut }: { readonly onLoggedOut: () => void }): ReactNode {
  const [games, setGames] = useState<readonly ListedGame[]>([]);
  const [families, setFamilies] = useState<Readonly<Record<string, string>>>({});
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const [text, setText] = useState('');
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const [versions, setVersions] = useState<readonly FileVersion[]>([]);
  const [tab, setTab] = useState<Tab>('problems');
  const [goTo, setGoTo] = useState<{ line: number; column: number } | undefined>(undefined);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);

  /** The models of an answer, or undefined after saying why there are none. */
  const take = useCallback(
    <T,>(answer: Answer<T>): T | undefined => {
      if (answer.ok) return answer.models;
      setNotice(answer.msg);
      if (answer.loggedOut) onLoggedOut();
      return undefined;
    },
    [onLoggedOut],
  );

  const accept = useCallback(
    (answer: Answer<Listing>) => {
      const found = take(answer);
      if (found === undefined) return;
      setGames(found.games);
      setFamilies(found.families);
    },
    [take],
  );
  useEffect(() => {
    void call<Listing>('GET', 'games').then(accept);
  }, [accept]);

  useJudge(open, text, families, setJudged);

  async function readVersions(code: string): Promise<void> {
    const found = take(await call<{ versions: FileVersion[] }>('GET', `${pathOf('games', code)}/versions`));
    setVersions(found?.versions ?? []);
  }

  async function openFile(code: string): Promise<void> {
    const file = take(await call<GameFile>('GET', pathOf('games', code)));
    if (file === undefined) return;
    setOpen({ code, stamp: file.stamp, saved: file.text, published: file.published?.game ?? null });
    setText(file.text);
    setNotice('');
    setGoTo({ line: 1, column: 1 });
    await readVersions(code);
  }

  function begin(family: string, code: string, name: string): void {
    const draft = draftGame({ family, code, name, today: new Date().toISOString().slice(0, 10) });
    setOpen({ code, stamp: '', saved: '', published: null });
    setText(draft);
    setVersions([]);
    setNotice('');
    setGoTo({ line: 3, column: 1 });
  }

  async function publish(next: string): Promise<void> {
    if (open === undefined) return;
    setBusy(true);
    const answer = await call<{ hash: string; stamp: string }>('PUT', pathOf('games', open.code), { text: next, stamp: open.stamp });
    setBusy(false);
    if (!answer.ok && answer.problems.length > 0) {
      setJudged({ ...judged, problems: answer.problems });
      setTab('problems');
    }
    const done = take(answer);
    if (done === undefined) return;
    await openFile(open.code);
    accept(await call<Listing>('GET', 'games'));
    setNotice(`已发布 ${open.code}，玩家现在看到的就是这一版（${done.hash.slice(0, 8)}）`);
  }

  async function versionText(id: string): Promise<string | undefined> {
    if (open === undefined) return undefined;
    return take(await call<{ text: string }>('GET', `${pathOf('games', open.code)}/${pathOf('versions', id)}`))?.text;
  }

  const changed = open !== undefined && text !== open.saved;
  const names = {
    families: Object.keys(families),
    plays: judged.game?.playGroups.flatMap((group) => group.plays.map((play) => play.code)) ?? [],
  };
  return (
    <div className="desk">
      <nav className="files" aria-label="彩种文件">
        <h2>彩种</h2>
        <NewGame families={Object.keys(families)} taken={games.map(({ code }) => code.toLowerCase())} onBegin={begin} />
        <ul>
          {games.map((game) => (
            <li key={game.code}>
              <button type="button" aria-current={open?.code === game.code ? 'true' : undefined} onClick={() => void openFile(game.code)}>
                <b>{game.name}</b> <code>{game.code}</code>
                <span className={`status status--${game.status}`}>{game.disabled === undefined ? STATUS[game.status] : '停售'}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <main className="work">
        <header className="work__head">
          <h2>{open === undefined ? '选择一个彩种，或新建' : `games/${open.code}.json${changed ? ' · 未发布的修改' : ''}`}</h2>
          {open === undefined ? null : (
            <>
              <button type="button" className="button" disabled={!changed || busy} onClick={() => setText(open.saved)}>
                还原
              </button>
              <button
                type="button"
                className="button button--primary"
                disabled={busy || judged.problems.length > 0 || judged.game === undefined || !changed}
                onClick={() => void publish(text)}
              >
                发布
              </button>
            </>
          )}
        </header>
        <p className="notice" role="status">
          {notice}
        </p>
        {open === undefined ? null : (
          <>
            <Editor text={text} problems={judged.problems} names={names} goTo={goTo} onChange={setText} />
            <Tabs tab={tab} onTab={setTab} count={{ problems: judged.problems.length, changes: judged.changes?.length ?? 0 }} />
            <section className="findings" role="tabpanel" aria-labelledby={`tab-${tab}`} id="problems" tabIndex={0}>
              {tab === 'problems' ? <Problems problems={judged.problems} onGo={({ line, column }) => setGoTo({ line, column })} /> : null}
              {tab === 'changes' ? (
                <Changes changes={judged.changes} isNew={open.published === null && judged.problems.length === 0} />
              ) : null}
              {tab === 'odds' ? (
                <Odds plays={judged.odds} draws={judged.draws} done={judged.done} wrong={judged.problems.length > 0} />
              ) : null}
              {tab === 'versions' ? (
                <Versions
                  versions={versions}
                  onShow={(id) => void versionText(id).then((old) => old !== undefined && setText(old))}
                  onRollBack={(id) => void versionText(id).then((old) => (old === undefined ? undefined : publish(old)))}
                />
              ) : null}
            </section>
          </>
        )}
      </main>
      <aside className="phone" aria-label="手机预览">
        <Preview game={open === undefined ? undefined : judged.game} />
      </aside>
    </div>
  );
}

function Tabs({
  tab,
  onTab,
  count,
}: {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly count: Partial<Record<Tab, number>>;
}): ReactNode {
  const all = Object.keys(TABS) as Tab[];
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label="草稿"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = all[(all.indexOf(tab) + step + all.length) % all.length] as Tab;
        onTab(next);
        document.getElementById(`tab-${next}`)?.focus();
      }}
    >
      {all.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={tab === name}
          aria-controls="problems"
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {TABS[name]}
          {count[name] ? <span className="count">{count[name]}</span> : null}
        </button>
      ))}
    </div>
  );
}

/** Judges the draft after each pause in typing, in a thread of its own. */
function useJudge(
  open: Open | undefined,
  text: string,
  families: Readonly<Record<string, string>>,
  onJudged: (judged: (before: Judged) => Judged) => void,
): void {
  const worker = useRef<Worker | undefined>(undefined);
  const newest = useRef(0);
  useEffect(() => {
    const thread = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.current = thread;
    thread.onmessage = ({ data }: MessageEvent<Finding>) => {
      if (data.id === newest.current) onJudged((before) => withFinding(before, data));
    };
    return () => thread.terminate();
  }, [onJudged]);
  useEffect(() => {
    if (open === undefined) return;
    newest.current += 1;
    const draft: Draft = { id: newest.current, code: open.code, text, families, published: open.published };
    const timer = setTimeout(() => worker.current?.postMessage(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [open, text, families]);
}

function withFinding(before: Judged, finding: Finding): Judged {
  switch (finding.is) {
    case 'problems':
      // The phone keeps the last draft that was right.
      return { ...before, problems: finding.problems, changes: undefined, odds: [], done: false };
    case 'game':
      return { ...before, game: finding.game, draws: finding.draws };
    case 'changes':
      return { ...before, changes: finding.changes };
    case 'odds':
      return { ...before, odds: [...before.odds, finding.play] };
    default:
      return { ...before, done: true };
  }
}

function NewGame({
  families,
  taken,
  onBegin,
}: {
  readonly families: readonly string[];
  readonly taken: readonly string[];
  readonly onBegin: (family: string, code: string, name: string) => void;
}): ReactNode {
  const [fault, setFault] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code')).trim();
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(code)) return setFault('代码只能用字母、数字、_ 和 -，最多 32 个');
    if (taken.includes(code.toLowerCase())) return setFault(`已经有 ${code}，请直接修改`);
    setFault('');
    onBegin(String(form.get('family')), code, String(form.get('name')).trim() || code);
    event.currentTarget.reset();
  };
  return (
    <details className="new">
      <summary>新建彩种</summary>
      <form onSubmit={submit} aria-label="新建彩种">
        <label>
          家族
          <select name="family">
            {families.map((family) => (
              <option key={family}>{family}</option>
            ))}
          </select>
        </label>
        <label>
          代码
          <input name="code" required autoComplete="off" />
        </label>
        <label>
          名称
          <input name="name" autoComplete="off" />
        </label>
        <button type="submit" className="button">
          写十行
        </button>
        <p role="alert">{fault}</p>
      </form>
    </details>
  );
}

/** The game screen in a frame of a phone's size, on the same engine that players run, fed with the draft. */
function Preview({ game }: { readonly game: Game | undefined }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef<Game | undefined>(game);
  const send = useCallback(() => {
    const message: PreviewMessage = { preview: 'game', game: latest.current };
    if (latest.current !== undefined) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, []);
  useEffect(() => {
    latest.current = game;
    send();
  }, [game, send]);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<PreviewMessage>): void => {
      if (source === frame.current?.contentWindow && origin === location.origin && data.preview === 'ready') send();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [send]);
  return <iframe ref={frame} title="手机预览" src={PREVIEW_PAGE} />;
}
