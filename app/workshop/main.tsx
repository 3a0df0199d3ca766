/** Starts the workshop: login first. */
import '../operator.css';
import './workshop.css';
import { type ReactNode, StrictMode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, loggedIn, logout, type SecondStepState } from './calls.ts';
import { Login } from './login.tsx';
import { SecondStep } from './second-step.tsx';
import { Workshop } from './workshop.tsx';

function App(): ReactNode {
  const [inside, setInside] = useState(loggedIn);
  const [page, setPage] = useState<'desk' | 'second-step'>('desk');
  const leave = useCallback(() => setInside(false), []);
  const toDesk = useCallback(() => setPage('desk'), []);
  // Where the server wants a second step and there is none, it comes before everything else.
  const enter = useCallback(async () => {
    const answer = await call<SecondStepState>('GET', 'second-step');
    setPage(answer.ok && answer.models.required && !answer.models.on ? 'second-step' : 'desk');
    setInside(true);
  }, []);
  if (!inside) return <Login onLoggedIn={() => void enter()} />;
  return (
    <>
      <header className="bar">
        <h1>彩谱工作台</h1>
        <span className="bar__side">
          <a className="button" href="/operator/desk">
            后台
          </a>
          {page === 'desk' ? (
            <button type="button" className="button" onClick={() => setPage('second-step')}>
              两步登录
            </button>
          ) : null}
          <button type="button" className="button" onClick={() => void logout().then(leave)}>
            退出
          </button>
        </span>
      </header>
      {page === 'desk' ? <Workshop onLoggedOut={leave} /> : <SecondStep onDone={toDesk} onLoggedOut={leave} />}
    </>
  );
}

const element = document.getElementById('workshop');
if (!element) throw new Error('workshop.html has no #workshop');
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
