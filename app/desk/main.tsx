/**
 * Starts the back office: login first, then the second step where the role wants one, then the desk or the workshop, as the address says. Each
 * of the two is loaded when somebody is there, with styles of its own; a link from one to the other loads the page anew.
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
// Beside the first call and not after it.
if (currentLogin() !== null) void loadPart();

const Unreachable = (): ReactNode => <WaitPage fault="连不上服务器，请检查网络后再试" onAgain={() => location.reload()} />;

function App(): ReactNode {
  const { login, ended } = useLogin();
  // Nothing that one operator had on the page is there for the next one.
  return login === null ? <Login ended={ended} /> : <Inside key={login} />;
}

function Inside(): ReactNode {
  const [start, setStart] = useState<DeskStart>();
  const [step, setStep] = useState(false);
  const [fault, setFault] = useState('');
  /** Counts how often what the role may see was asked for. */
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
  // Where the server wants a second step and there is none, it comes before everything else.
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
