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
import { loggedIn, logout } from '../workshop/calls.ts';
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
  const [ended, setEnded] = useState(false);
  const leave = useCallback(() => {
    setInside(false);
    setStart(undefined);
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
  if (!inside) return <Login title="彩谱后台" ended={ended} onLoggedIn={enter} />;
  if (step || start?.setUpStep === true)
    return (
      <div className="office__step">
        <SecondStep back="返回后台" onDone={stepDone} onLoggedOut={out} />
        {start?.setUpStep === true ? (
          <button type="button" className="button" onClick={() => void logout().then(leave)}>
            退出登录
          </button>
        ) : null}
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
  return <Desk boot={boot} start={start} onOut={out} onLogout={leave} onSecondStep={toStep} />;
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
  () =>
    root.render(
      <p className="office__wait" role="alert">
        连不上服务器，请检查网络后再试
        <button type="button" className="button" onClick={() => location.reload()}>
          重试
        </button>
      </p>,
    ),
);
