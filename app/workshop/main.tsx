/** Starts the workshop: login first, then who works here and what he may do. */
import '../operator.css';
import './workshop.css';
import { type ReactNode, StrictMode, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, loggedIn, logout } from './calls.ts';
import { Login } from './login.tsx';
import { OperatorContext, type WorkshopOperator } from './operator.ts';
import { SecondStep } from './second-step.tsx';
import { Workshop } from './workshop.tsx';

function App(): ReactNode {
  const [inside, setInside] = useState(loggedIn);
  const [operator, setOperator] = useState<WorkshopOperator>();
  const [fault, setFault] = useState('');
  /** Counts how often who works here was asked for. */
  const [asked, setAsked] = useState(0);
  const [step, setStep] = useState(false);
  const [ended, setEnded] = useState(false);
  const leave = useCallback(() => {
    setInside(false);
    setOperator(undefined);
    setStep(false);
  }, []);
  /** The session is over, and nobody asked for it. */
  const out = useCallback(() => {
    setEnded(true);
    leave();
  }, [leave]);
  const enter = useCallback(() => {
    setEnded(false);
    setInside(true);
  }, []);
  const again = useCallback(() => {
    setFault('');
    setAsked((n) => n + 1);
  }, []);
  const stepDone = useCallback(() => {
    setStep(false);
    again();
  }, [again]);
  useEffect(() => {
    if (!inside) return;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const answer = await call<WorkshopOperator>('GET', 'desk/start');
      if (!wanted) return;
      if (answer.ok) setOperator(answer.models);
      else if (answer.loggedOut) out();
      else setFault(answer.msg);
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [inside, asked, out]);
  if (!inside) return <Login ended={ended} onLoggedIn={enter} />;
  if (operator === undefined)
    return (
      <main className="queue">
        <p className="queue__none" role={fault === '' ? 'status' : 'alert'}>
          {fault === '' ? '正在打开工作台' : fault}
        </p>
        {fault === '' ? null : (
          <p className="queue__none">
            <button type="button" className="button" onClick={again}>
              重试
            </button>
          </p>
        )}
      </main>
    );
  // Where the server wants a second step and there is none, it comes before everything else.
  const onStep = step || operator.setUpStep;
  return (
    <OperatorContext value={operator}>
      <header className="bar">
        <h1>彩谱工作台</h1>
        <span className="bar__side">
          <a className="button" href="/operator/desk">
            后台
          </a>
          {onStep ? null : (
            <button type="button" className="button" onClick={() => setStep(true)}>
              两步登录
            </button>
          )}
          <button type="button" className="button" onClick={() => void logout().then(leave)}>
            退出
          </button>
        </span>
      </header>
      {onStep ? <SecondStep onDone={stepDone} onLoggedOut={out} /> : <Workshop onLoggedOut={out} />}
    </OperatorContext>
  );
}

const element = document.getElementById('workshop');
if (!element) throw new Error('workshop.html has no #workshop');
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
