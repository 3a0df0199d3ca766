/** The workshop within the back office: the operator that is logged in, the way back to the desk, and the parts that his rights open. */
import '../operator.css';
import './workshop.css';
import { type ReactNode, useEffect } from 'react';
import type { DeskAppProps } from '../desk/main.tsx';
import { logout } from '../desk/calls.ts';
import { OperatorContext } from './operator.ts';
import { Workshop } from './workshop.tsx';

export default function WorkshopPart({ start, onSecondStep }: DeskAppProps): ReactNode {
  useEffect(() => {
    document.title = '彩谱工作台';
  }, []);
  return (
    <OperatorContext value={start}>
      <div className="workshop">
        <header className="bar">
          <h1>彩谱工作台</h1>
          <span className="bar__side">
            <a className="button" href="/operator/desk">
              后台
            </a>
            <button type="button" className="button" onClick={onSecondStep}>
              两步验证
            </button>
            <button type="button" className="button" onClick={() => void logout()}>
              退出
            </button>
          </span>
        </header>
        <Workshop />
      </div>
    </OperatorContext>
  );
}
