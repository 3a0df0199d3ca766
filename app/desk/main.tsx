/** Starts the operators' desk: login first, then the second step where the role wants one, then the pages of the rights. */
import '../../engine/screens/kit/kit.css';
import '../shell/shell.css';
import '../shell/bars.css';
import './desk.css';
import { type ReactNode, StrictMode, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import type { Boot } from '../host/boot.ts';
import { fetchBoot } from '../host/fetch-boot.ts';
import { applyBrand } from '../host/brand.ts';
import { loggedIn } from '../workshop/calls.ts';
import { Login } from '../workshop/login.tsx';
import { SecondStep } from '../workshop/second-step.tsx';
import { ask, type Start } from './calls.ts';
import { Desk } from './desk.tsx';

registerBlocks(GENERIC_BLOCKS);

const START = '/operator/api/desk/start';

function App({ boot }: { readonly boot: Boot }): ReactNode {
  const [inside, setInside] = useState(loggedIn);
  const [start, setStart] = useState<Start>();
  const [step, setStep] = useState(false);
  const [fault, setFault] = useState('');
  /** Counts how often what the role may see was asked for. */
  const [asked, setAsked] = useState(0);
  const out = useCallback(() => {
    setInside(false);
    setStart(undefined);
    setStep(false);
  }, []);
  const stepDone = useCallback(() => {
    setStep(false);
    setAsked((n) => n + 1);
  }, []);
  const toStep = useCallback(() => setStep(true), []);
  useEffect(() => {
    if (!inside) return;
    let wanted = true;
    void ask<Start>(START, {}, {}, out).then((result) => {
      if (!wanted) return;
      setFault(result.ok ? '' : result.msg);
      if (result.ok) setStart(result.models);
    });
    return () => {
      wanted = false;
    };
  }, [inside, asked, out]);
  if (!inside) return <Login title="彩谱后台" onLoggedIn={() => setInside(true)} />;
  if (step || start?.setUpStep === true)
    return (
      <div className="office__step">
        <SecondStep onDone={stepDone} onLoggedOut={out} />
      </div>
    );
  if (start === undefined)
    return (
      <p className="office__wait" role={fault === '' ? 'status' : 'alert'}>
        {fault === '' ? '正在打开后台' : fault}
        {fault === '' ? null : (
          <button type="button" className="button" onClick={() => setAsked((n) => n + 1)}>
            重试
          </button>
        )}
      </p>
    );
  return <Desk boot={boot} start={start} onOut={out} onSecondStep={toStep} />;
}

const element = document.getElementById('app');
if (!element) throw new Error('desk.html has no #app');
const root = createRoot(element);
fetchBoot().then(
  (boot) => {
    void applyBrand(boot.brand);
    root.render(
      <StrictMode>
        <App boot={boot} />
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<p role="alert">{String(error)}</p>),
);
