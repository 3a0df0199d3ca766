/** Starts the workshop: login first. */
import { type FormEvent, type ReactNode, StrictMode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loggedIn, login, logout } from './calls.ts';
import { Workshop } from './workshop.tsx';
import '../operator.css';
import './workshop.css';

function Login({ onLoggedIn }: { readonly onLoggedIn: () => void }): ReactNode {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const problem = await login(String(new FormData(event.currentTarget).get('password')));
    setBusy(false);
    setFault(problem);
    if (problem === '') onLoggedIn();
  };
  return (
    <main className="login">
      <form onSubmit={(event) => void submit(event)}>
        <h1>彩谱工作台</h1>
        <label>
          管理员密码
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <button type="submit" className="button button--primary" disabled={busy}>
          登录
        </button>
        <p role="alert">{fault}</p>
        <small>密码由服务器的环境变量 CAIPU_OPERATOR_PASSWORD 设定。</small>
      </form>
    </main>
  );
}

function App(): ReactNode {
  const [inside, setInside] = useState(loggedIn);
  const leave = useCallback(() => setInside(false), []);
  if (!inside) return <Login onLoggedIn={() => setInside(true)} />;
  return (
    <>
      <header className="bar">
        <h1>彩谱工作台</h1>
        <button type="button" className="button" onClick={() => void logout().then(leave)}>
          退出
        </button>
      </header>
      <Workshop onLoggedOut={leave} />
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
