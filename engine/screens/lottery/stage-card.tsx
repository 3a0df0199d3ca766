import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Draw, Zone } from '../../descriptions/types.ts';
import { Icon } from '../kit/icon.tsx';
import { DrawStage } from './draw-stage.tsx';
import './stage-card.css';

export interface StageCardProps {
  readonly title: string;
  readonly zones: readonly Zone[];
  readonly numbers: Draw['numbers'];
  readonly shown: number;
  /** All numbers are there. */
  readonly over: boolean;
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

/** So long the numbers stay when all of them are there (ms). */
const STAY_MS = 2_200;

/** The stage over a page that goes on: a tap shows all at once, another one, or a little time, takes it away. It takes no focus. */
export default function StageCard({ title, zones, numbers, shown, over, onSkip, onClose }: StageCardProps): ReactNode {
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(onClose, STAY_MS);
    return () => clearTimeout(timer);
  }, [over, onClose]);
  return createPortal(
    <section className="stage-card" aria-label={title} onClick={over ? onClose : onSkip}>
      <header className="stage-card__head">
        <span className="stage-card__title tabular">{title}</span>
        <button type="button" className="stage-card__button">
          {over ? <Icon name="close" size={18} /> : null}
          {over ? <span className="visually-hidden">收起</span> : '跳过'}
        </button>
      </header>
      <DrawStage zones={zones} numbers={numbers} shown={shown} />
    </section>,
    document.body,
  );
}
