/**
 * Starts the back office: the login, then the setup of two-step login if the server requires it, then the desk or the workshop, as the address
 * says. Desk and workshop are separate chunks with their own styles, and a page loads only one of them. A link between them reloads the page.
 */
import './entry.css';
import { lazy, type ReactNode, StrictMode, Suspense, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { requestDesk, logout, type DeskStart } from './calls.ts';
import { Login } from './login.tsx';
import { SecondStep } from './second-step.tsx';
import { currentLogin, useLogin } from './session.ts';
import { WaitPage } from './wait.tsx';

const START = '/operator/api/desk/start';
const WORKSHOP = '/operator/desk/workshop';

export interface DeskAppProps {
  readonly start: DeskStart;
  readonly onSecondStep: () => void;
}
type PartModule = { readonly default: (props: DeskAppProps) => ReactNode };

let loading: Promise<PartModule> | undefined;
const loadPart = (): Promise<PartModule> =>
  (loading ??= (location.pathname.startsWith(WORKSHOP) ? import('../workshop/part.tsx') : import('./desk-part.tsx')).catch(() => ({
    default: Unreachable,
  })));
const Part = lazy(loadPart);
// If an operator is logged in, the chunk loads in parallel with the first call.
if (currentLogin() !== null) void loadPart();

const Unreachable = (): ReactNode => <WaitPage fault="无法连接服务器，请检查网络后重试" onAgain={() => location.reload()} />;

function App(): ReactNode {
  const { login, ended } = useLogin();
  // The key gives each login a new state, so the next operator sees nothing of the previous one.
  return login === null ? <Login ended={ended} /> : <Inside key={login} />;
}

function Inside(): ReactNode {
  const [start, setStart] = useState<DeskStart>();
  const [step, setStep] = useState(false);
  const [fault, setFault] = useState('');
  /** Number of requests of the start call. A new number sends the next one. */
  const [requestCount, setRequestCount] = useState(0);
  const again = useCallback(() => setRequestCount((n) => n + 1), []);
  const stepDone = useCallback(() => {
    setStep(false);
    again();
  }, [again]);
  const toStep = useCallback(() => setStep(true), []);
  useEffect(() => {
    let wanted = true;
    void requestDesk<DeskStart>(START).then((result) => {
      if (!wanted) return;
      setFault(result.ok ? '' : result.msg);
      if (result.ok) setStart(result.models);
    });
    return () => {
      wanted = false;
    };
  }, [requestCount]);
  // The setup of two-step login replaces the whole page: when the server requires it, or when the operator opens it.
  if (step || start?.setUpStep === true)
    return (
      <div className="entry">
        <SecondStep onDone={stepDone} />
        <button type="button" className="entry__button" onClick={() => void logout()}>
          退出登录
        </button>
      </div>
    );
  if (start === undefined) return <WaitPage fault={fault} onAgain={again} />;
  return (
    <Suspense fallback={<WaitPage fault="" onAgain={again} />}>
      <Part start={start} onSecondStep={toStep} />
    </Suspense>
  );
}

const element = document.getElementById('app');
if (!element) throw new Error('desk.html has no #app');
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
