/**
 * From the kind of draw to a game that can be played, in five steps. After every one of them the draft is judged and the phone shows it;
 * at the end its text goes into the editor, where it is published like any other.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { GameSurroundings } from '../../engine/descriptions/sense/game-in-set.ts';
import type { FamilyDescription, Game, Zone } from '../../engine/descriptions/types.ts';
import { percent } from '../../engine/rules/fraction-text.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import { type Judged, NOTHING, withFinding } from './game-findings.ts';
import type { OwnDraw } from './starter-plays.ts';
import { useJudge } from './use-judge.ts';
import { type Choices, draftText, FIRST_CHOICES, groupsOf } from './wizard-draft.ts';
import './wizard.css';

const STEPS = ['开奖', '名称', '玩法', '时间', '限额'] as const;

const OWN: Readonly<Record<OwnDraw['kind'], { readonly label: string; readonly note: string; readonly draw: OwnDraw }>> = {
  digits: { label: '数字', note: '几位数字，各位独立，可以重复', draw: { kind: 'digits', from: 0, to: 9, pick: 3 } },
  dice: { label: '骰子', note: '几颗骰子', draw: { kind: 'dice', from: 1, to: 6, pick: 3 } },
  set: { label: '摇号，不分先后', note: '从一组号码里开出几个不同的', draw: { kind: 'set', from: 1, to: 80, pick: 20 } },
  sequence: { label: '摇号，分先后', note: '开出几个不同的号码，次序有用', draw: { kind: 'sequence', from: 1, to: 20, pick: 5 } },
};
const TONES = { red: '红', blue: '蓝', green: '绿', gold: '金', ink: '墨' } as const;
const DAYS = ['一', '二', '三', '四', '五', '六', '日'];

export interface WizardProps {
  readonly surroundings: GameSurroundings;
  /** Where an editor sees the schemas from the folder of games. */
  readonly schemas: string;
  /** The server's clock, unix ms. */
  readonly atMs: number;
  /** The draft as it is, each time that it is right. */
  readonly onGame: (game: Game | undefined) => void;
  readonly onDone: (code: string, text: string) => void;
  readonly onLeave: () => void;
}

export function Wizard({ surroundings, schemas, atMs, onGame, onDone, onLeave }: WizardProps): ReactNode {
  const [step, setStep] = useState(0);
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const [judged, setJudged] = useState<Judged>(NOTHING);
  const set = (part: Partial<Choices>): void => setChoices((before) => ({ ...before, ...part }));

  const families = useMemo(
    () =>
      new Map(
        Object.entries(surroundings.families).flatMap(([code, text]) =>
          text === null ? [] : [[code, JSON.parse(text) as FamilyDescription] as const],
        ),
      ),
    [surroundings],
  );
  const known = families.get(choices.family);
  const { family, draw, returns } = choices;
  const groups = useMemo(() => groupsOf({ ...FIRST_CHOICES, family, draw, returns }, known), [family, draw, returns, known]);
  const code = choices.code || 'mygame';
  const today = new Date(atMs).toISOString().slice(0, 10);
  const context = { known, groups, schema: `${schemas}/game.schema.json`, today };
  const text = draftText(choices, context);
  // On the phone the board is seen, whether it is on sale yet or not.
  const seen = draftText({ ...choices, onSale: true }, context);
  const draft = useMemo(
    () => ({ is: 'game' as const, code, text: seen, surroundings, published: null, atMs }),
    [code, seen, surroundings, atMs],
  );
  useJudge(
    draft,
    useCallback((finding) => setJudged((before) => withFinding(before, finding)), []),
  );
  useEffect(() => onGame(judged.game), [judged.game, onGame]);

  const taken = surroundings.codes.some((one) => one.code.toLowerCase() === choices.code.toLowerCase());
  const wrongCode =
    choices.code === ''
      ? '写一个代码：它是文件名，也是地址的一部分'
      : !/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(choices.code)
        ? '代码只能用字母、数字、_ 和 -，最多 32 个'
        : taken
          ? `已经有 ${choices.code}，换一个代码`
          : '';
  const stop = step === 1 ? wrongCode || (choices.name === '' ? '写一个名称' : '') : '';
  const page = [
    <DrawStep key="draw" choices={choices} families={families} set={set} />,
    <NameStep key="name" choices={choices} set={set} />,
    <PlayStep key="plays" choices={choices} groups={groups} odds={judged.odds} set={set} />,
    <TimeStep key="time" choices={choices} set={set} />,
    <LimitStep key="limits" choices={choices} set={set} />,
  ][step];
  const last = step === STEPS.length - 1;

  return (
    <main className="work wizard" aria-label="新建彩种向导">
      <header className="work__head">
        <h2>新建彩种</h2>
        <button type="button" className="button" onClick={onLeave}>
          离开
        </button>
      </header>
      <ol className="wizard__steps">
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined}>
            <button type="button" disabled={at > step} onClick={() => setStep(at)}>
              {at + 1} {name}
            </button>
          </li>
        ))}
      </ol>
      <form
        className="wizard__page"
        onSubmit={(event) => {
          event.preventDefault();
          if (stop !== '') return;
          if (!last) setStep(step + 1);
          else if (judged.problems.length === 0) onDone(choices.code, text);
        }}
      >
        {page}
        <Findings problems={judged.problems} stop={stop} />
        <div className="wizard__go">
          <button type="button" className="button" disabled={step === 0} onClick={() => setStep(step - 1)}>
            上一步
          </button>
          <button type="submit" className="button button--primary" disabled={stop !== '' || (last && judged.problems.length > 0)}>
            {last ? '放进编辑器' : '下一步'}
          </button>
        </div>
      </form>
    </main>
  );
}

interface StepProps {
  readonly choices: Choices;
  readonly set: (part: Partial<Choices>) => void;
}

function DrawStep({ choices, families, set }: StepProps & { readonly families: ReadonlyMap<string, FamilyDescription> }): ReactNode {
  const { family, draw } = choices;
  return (
    <>
      <fieldset className="wizard__cards">
        <legend>和已有的彩种一样开奖</legend>
        {[...families].map(([code, each]) => (
          <Card
            key={code}
            name={each.name}
            note={`${each.draw.zones.map(zoneText).join('，')}；${each.playGroups.reduce((sum, { plays }) => sum + plays.length, 0)} 种玩法`}
            chosen={family === code}
            onChoose={() => set({ family: code, omit: each.omitPlays ?? [] })}
          />
        ))}
      </fieldset>
      <fieldset className="wizard__cards">
        <legend>自己的开奖</legend>
        {Object.values(OWN).map((each) => (
          <Card
            key={each.label}
            name={each.label}
            note={each.note}
            chosen={family === '' && draw.kind === each.draw.kind}
            onChoose={() => set({ family: '', omit: [], draw: each.draw })}
          />
        ))}
      </fieldset>
      {family === '' ? (
        <div className="wizard__row">
          <Whole label="最小号码" value={draw.from} least={0} most={draw.to - 1} onChange={(from) => set({ draw: { ...draw, from } })} />
          <Whole label="最大号码" value={draw.to} least={draw.from + 1} most={99} onChange={(to) => set({ draw: { ...draw, to } })} />
          <Whole
            label="开出几个"
            value={draw.pick}
            least={draw.kind === 'set' ? 2 : 1}
            most={draw.kind === 'digits' || draw.kind === 'dice' ? 5 : Math.min(draw.kind === 'set' ? 20 : 10, draw.to - draw.from)}
            onChange={(pick) => set({ draw: { ...draw, pick } })}
          />
        </div>
      ) : null}
    </>
  );
}

function zoneText({ kind, from, to, pick, label }: Zone): string {
  const what = kind === 'digits' ? '可重复' : kind === 'sequence' ? '分先后' : '不分先后';
  return `${label} ${from}–${to} 开 ${pick} 个，${what}`;
}

function Card({
  name,
  note,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly note: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <button type="button" className="wizard__card" aria-pressed={chosen} onClick={onChoose}>
      <b>{name}</b>
      <small>{note}</small>
    </button>
  );
}

function NameStep({ choices, set }: StepProps): ReactNode {
  return (
    <>
      <div className="wizard__row">
        <label>
          名称
          <input value={choices.name} maxLength={20} onChange={({ currentTarget: { value } }) => set({ name: value })} />
        </label>
        <label>
          代码
          <input
            value={choices.code}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => set({ code: value.trim() })}
          />
        </label>
      </div>
      <label>
        名称下面的一句话
        <input
          value={choices.tagline}
          maxLength={30}
          placeholder="每 10 分钟一期"
          onChange={({ currentTarget: { value } }) => set({ tagline: value })}
        />
      </label>
      <fieldset className="wizard__tones">
        <legend>颜色</legend>
        {Object.entries(TONES).map(([tone, label]) => (
          <label key={tone} className="wizard__check">
            <input type="radio" name="tone" checked={choices.tone === tone} onChange={() => set({ tone })} />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

function PlayStep({
  choices,
  groups,
  odds,
  set,
}: StepProps & { readonly groups: ReturnType<typeof groupsOf>; readonly odds: readonly PlayOdds[] }): ReactNode {
  const { omit } = choices;
  return (
    <>
      {choices.family === '' ? (
        <div className="wizard__row">
          <Whole
            label="返奖率（%）"
            value={choices.returns / 100}
            least={50}
            most={99}
            onChange={(value) => set({ returns: value * 100 })}
          />
          <p className="wizard__note">奖金由此精确算出，舍去不足一分；以后可以在文件里逐个改。</p>
        </div>
      ) : null}
      {groups.map(({ code, name, plays }) => (
        <fieldset key={code} className="wizard__plays">
          <legend>{name}</legend>
          {plays.map((play) => {
            const returns = odds.find((each) => each.code === play.code)?.returns;
            return (
              <label key={play.code} className="wizard__check" title={play.hint}>
                <input
                  type="checkbox"
                  checked={!omit.includes(play.code)}
                  onChange={({ currentTarget: { checked } }) =>
                    set({ omit: checked ? omit.filter((each) => each !== play.code) : [...omit, play.code] })
                  }
                />
                {play.name} <small>{returns === undefined ? '' : percent(returns.average)}</small>
              </label>
            );
          })}
        </fieldset>
      ))}
    </>
  );
}

function TimeStep({ choices, set }: StepProps): ReactNode {
  const { kind, first, everySeconds, draws, days, closeBeforeSeconds } = choices;
  const kinds = { interval: '每天，当天结束', sessions: '每天，开到零点以后', weekly: '每周几天' } as const;
  return (
    <>
      <fieldset className="wizard__tones">
        <legend>什么时候开奖</legend>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((each) => (
          <label key={each} className="wizard__check">
            <input type="radio" name="schedule" checked={kind === each} onChange={() => set({ kind: each })} />
            {kinds[each]}
          </label>
        ))}
      </fieldset>
      <div className="wizard__row">
        <label>
          {kind === 'weekly' ? '开奖时间' : '第一期开奖'}
          <input type="time" value={first} onChange={({ currentTarget: { value } }) => value !== '' && set({ first: value })} />
        </label>
        {kind === 'weekly' ? null : (
          <>
            <Whole label="每隔几秒一期" value={everySeconds} least={10} most={86_400} onChange={(value) => set({ everySeconds: value })} />
            <Whole label="一天几期" value={draws} least={1} most={8_640} onChange={(value) => set({ draws: value })} />
          </>
        )}
        <Whole
          label="提前几秒截止"
          value={closeBeforeSeconds}
          least={1}
          most={86_400}
          onChange={(value) => set({ closeBeforeSeconds: value })}
        />
      </div>
      {kind === 'weekly' ? (
        <fieldset className="wizard__tones">
          <legend>星期</legend>
          {DAYS.map((name, at) => (
            <label key={name} className="wizard__check">
              <input
                type="checkbox"
                checked={days.includes(at + 1)}
                onChange={({ currentTarget: { checked } }) =>
                  set({ days: checked ? [...days, at + 1].sort((a, b) => a - b) : days.filter((day) => day !== at + 1) })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="wizard__note">最后一期在 {lastDraw(choices)} 开奖。</p>
      )}
    </>
  );
}

/** On the clock of the schedule. */
function lastDraw({ first, everySeconds, draws }: Choices): string {
  const [hours = 0, minutes = 0] = first.split(':').map(Number);
  const at = hours * 3_600 + minutes * 60 + everySeconds * (draws - 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(at / 86_400);
  const clock = `${two(Math.floor(at / 3_600) % 24)}:${two(Math.floor(at / 60) % 60)}`;
  return days === 0 ? clock : days === 1 ? `第二天 ${clock}` : `${days} 天后的 ${clock}`;
}

function LimitStep({ choices, set }: StepProps): ReactNode {
  return (
    <>
      <div className="wizard__row">
        <Whole label="最高倍数" value={choices.multiplier} least={1} most={1_000_000} onChange={(value) => set({ multiplier: value })} />
        <Whole label="最多追几期" value={choices.issues} least={1} most={1_000} onChange={(value) => set({ issues: value })} />
      </div>
      <fieldset className="wizard__tones">
        <legend>发布以后</legend>
        <label className="wizard__check">
          <input type="radio" name="sale" checked={!choices.onSale} onChange={() => set({ onSale: false })} />
          先不出售，玩家看到“即将开售”
        </label>
        <label className="wizard__check">
          <input type="radio" name="sale" checked={choices.onSale} onChange={() => set({ onSale: true })} />
          马上出售
        </label>
      </fieldset>
    </>
  );
}

/** A whole number; what is being typed stays as it is until it is one that fits. */
function Whole({
  label,
  value,
  least,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}): ReactNode {
  /** While it is being typed. */
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? String(value);
  const fits = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  return (
    <label>
      {label}
      <input
        inputMode="numeric"
        value={shown}
        aria-invalid={!fits(shown)}
        onChange={({ currentTarget: { value: next } }) => {
          setTyped(next);
          if (fits(next)) onChange(Number(next));
        }}
        onBlur={() => setTyped(undefined)}
      />
      <small className={fits(shown) ? 'wizard__note' : 'is-worse'}>
        {least} 至 {most}
      </small>
    </label>
  );
}

function Findings({ problems, stop }: { readonly problems: readonly Problem[]; readonly stop: string }): ReactNode {
  return (
    <div className="wizard__findings" role="status">
      {stop !== '' ? <p>{stop}</p> : null}
      {problems
        .filter(({ pointer }) => stop === '' || pointer !== '/code')
        .map(({ pointer, code, message, remedy }) => (
          <p key={`${pointer} ${code}`} className="is-worse">
            {message}；{remedy}
          </p>
        ))}
      {stop === '' && problems.length === 0 ? <p className="good">可以玩了：右边的手机就是玩家看到的。</p> : null}
    </div>
  );
}
