import { type ReactNode, useContext } from 'react';
import type { Step, StepsBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps, Scope } from '../../core/contract.ts';
import { ScopeContext, useScreen } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { Icon } from '../../kit/icon.tsx';
import { isSceneName, Scene } from '../../kit/scene.tsx';
import { Ready } from '../parts/ready.tsx';
import { Records, useKeys } from '../parts/records.tsx';
import { Section } from '../parts/section.tsx';
import './steps.css';

const WORDS: Readonly<Record<string, string>> = { done: '已完成', now: '进行中', next: '未开始', failed: '未成功' };

/** Steps one after the other, known beforehand or from a list. */
export default function Steps({ block }: BlockProps<StepsBlock>): ReactNode {
  const { step } = block;
  if (block.each && step) return <Records block={block}>{(records) => <FromList block={block} step={step} records={records} />}</Records>;
  return <Known block={block} />;
}

function Known({ block }: { readonly block: StepsBlock }): ReactNode {
  const screen = useScreen();
  const steps = (block.steps ?? []).filter(({ when }) => screen.test(when));
  // Nothing of it has begun: instructions, which are numbered and have no states.
  const guide = steps.every(({ state }) => screen.text(state) === 'next');
  return (
    <Section title={screen.text(block.title)}>
      <Ready of={steps.flatMap(({ title, time, text, state }) => [title, time, text, state])} rows={steps.length}>
        <ol className="card steps">
          {steps.map((step, index) => (
            <StepItem key={step.title.source} step={step} number={guide ? index + 1 : undefined} />
          ))}
        </ol>
      </Ready>
    </Section>
  );
}

function FromList({
  block,
  step,
  records,
}: {
  readonly block: StepsBlock;
  readonly step: Step;
  readonly records: readonly unknown[];
}): ReactNode {
  const outer = useContext(ScopeContext);
  const keyOf = useKeys(block.key);
  return (
    <ol className="card steps">
      {records.map((record, index) => {
        const key = keyOf(record, index);
        return <StepItem key={key} step={step} scope={itemScope(outer, record, index, key)} />;
      })}
    </ol>
  );
}

interface StepItemProps {
  readonly step: Step;
  readonly scope?: Scope;
  /** Its place among instructions. Undefined: a step with a state. */
  readonly number?: number | undefined;
}

function StepItem({ step, scope, number }: StepItemProps): ReactNode {
  const screen = useScreen();
  if (!screen.test(step.when, scope)) return null;
  const written = screen.text(step.state, scope);
  const state = Object.hasOwn(WORDS, written) ? written : 'next';
  const time = screen.text(step.time, scope);
  const text = screen.text(step.text, scope);
  return (
    <li className={`step step--${number === undefined ? state : 'guide'}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="step__mark" aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={14} /> : state === 'failed' ? <Icon name="close" size={14} /> : number}
      </span>
      <div className="step__main">
        <p className="step__title">
          <span>
            {screen.text(step.title, scope)}
            {number === undefined ? <span className="visually-hidden">，{WORDS[state]}</span> : null}
          </span>
          {time ? <span className="row__note tabular">{time}</span> : null}
        </p>
        {text ? <p className="row__note">{text}</p> : null}
        {isSceneName(step.picture) ? (
          <span className="step__picture">
            <Scene name={step.picture} />
          </span>
        ) : null}
      </div>
    </li>
  );
}
