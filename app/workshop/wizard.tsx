/**
 * Wizard for a new game, in five steps. After every change the draft is checked, and the phone preview shows it. At the end the draft's text opens
 * in the editor, where it is published like any other file.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { defaultRoutes } from '../../engine/descriptions/own-pages.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { GameSurroundings } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { type GameFindings, NO_FINDINGS, addFinding } from './game-findings.ts';
import { useDraftCheck } from './use-draft-check.ts';
import { type Choices, draftText, FIRST_CHOICES, groupsOf } from '../../engine/rules/starter/draft.ts';
import { DrawStep, LimitStep, NameStep, PlayStep, TimeStep } from './wizard-steps.tsx';
import './wizard.css';

const STEPS = ['开奖', '名称', '玩法', '时间', '限额'] as const;

export interface WizardProps {
  readonly surroundings: GameSurroundings;
  /** Path from the folder of games to the schemas, for `$schema` of the new file. */
  readonly schemas: string;
  /** The server's clock, unix ms. */
  readonly atMs: number;
  /** Receives the last draft without problems; undefined before the first one. */
  readonly onGame: (game: Game | undefined) => void;
  /** Receives code and text of the finished draft. */
  readonly onDone: (code: string, text: string) => void;
  readonly onLeave: () => void;
}

/** The state of the wizard in the tab's storage. */
interface Kept {
  readonly step: number;
  readonly choices: Choices;
}

const KEY = 'workshop.wizard';
const FIRST: Kept = { step: 0, choices: FIRST_CHOICES };

/** Stores the wizard's state for the life of the tab, so that it survives a reload and a look at another game. Undefined deletes it. */
function keep(choices: Kept | undefined): void {
  try {
    if (choices === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // The storage is full or forbidden: the wizard starts from the first step next time.
  }
}

function readStoredChoices(): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return found === null ? FIRST : { step: found.step, choices: { ...FIRST_CHOICES, ...found.choices } };
  } catch {
    return FIRST;
  }
}

export function Wizard({ surroundings, schemas, atMs, onGame, onDone, onLeave }: WizardProps): ReactNode {
  const [begun] = useState(readStoredChoices);
  const [step, setStep] = useState(begun.step);
  const [choices, setChoices] = useState(begun.choices);
  useEffect(() => keep({ step, choices }), [step, choices]);
  const [findings, setFindings] = useState<GameFindings>(NO_FINDINGS);
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
  const context = { known, groups, pages: defaultRoutes(surroundings.routes), schema: `${schemas}/game.schema.json`, today };
  const text = draftText(choices, context);
  // The phone preview shows the game as on sale, even if the draft is not.
  const previewText = draftText({ ...choices, onSale: true }, context);
  const draft = useMemo(
    () => ({ is: 'game' as const, code, text: previewText, surroundings, published: null, atMs }),
    [code, previewText, surroundings, atMs],
  );
  useDraftCheck(
    draft,
    useCallback((finding) => setFindings((before) => addFinding(before, finding)), []),
  );
  useEffect(() => onGame(findings.game), [findings.game, onGame]);

  const taken = surroundings.codes.some((one) => one.code.toLowerCase() === choices.code.toLowerCase());
  const wrongCode =
    choices.code === ''
      ? '请填写代码，用作文件名和地址的一部分'
      : !/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(choices.code)
        ? '代码只能用字母、数字、_ 和 -，最多 32 个'
        : taken
          ? `已经有 ${choices.code}，换一个代码`
          : '';
  const stop = step === 1 ? wrongCode || (choices.name === '' ? '请填写名称' : '') : '';
  const page = [
    <DrawStep key="draw" choices={choices} families={families} set={set} />,
    <NameStep key="name" choices={choices} set={set} />,
    <PlayStep key="plays" choices={choices} groups={groups} odds={findings.odds} set={set} />,
    <TimeStep key="time" choices={choices} set={set} />,
    <LimitStep key="limits" choices={choices} set={set} />,
  ][step];
  const last = step === STEPS.length - 1;

  return (
    <main className="work wizard" aria-label="新建彩种向导">
      <header className="work__head">
        <h2>新建彩种</h2>
        <button
          type="button"
          className="button"
          onClick={() => {
            keep(undefined);
            onLeave();
          }}
        >
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
          else if (findings.problems.length === 0) {
            keep(undefined);
            onDone(choices.code, text);
          }
        }}
      >
        {page}
        <Findings problems={findings.problems} stop={stop} />
        <div className="wizard__go">
          <button type="button" className="button" disabled={step === 0} onClick={() => setStep(step - 1)}>
            上一步
          </button>
          <button type="submit" className="button button--primary" disabled={stop !== '' || (last && findings.problems.length > 0)}>
            {last ? '放进编辑器' : '下一步'}
          </button>
        </div>
      </form>
    </main>
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
      {stop === '' && problems.length === 0 ? <p className="good">可以试玩了，手机预览与玩家看到的一致。</p> : null}
    </div>
  );
}
