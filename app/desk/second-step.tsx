/** Two-step login: what it is set to, setting it up with a phone, and ending it. */
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { requestDesk as call } from './calls.ts';

/** Light modules around the code: with fewer some readers do not find it. */
const QUIET_ZONE = 4;

const STEP = '/operator/api/desk/step';

interface SecondStepState {
  readonly on: boolean;
  /** Nobody works here without it. */
  readonly required: boolean;
  readonly recoveryCodes: number;
}

interface Begun {
  readonly uri: string;
  readonly secret: string;
}

/** `onDone` closes it; left out while nothing else may be done before it is set up. */
export function SecondStep({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [state, setState] = useState<SecondStepState>();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [fault, setFault] = useState('');

  const ask = useCallback(async <T,>(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await call<T>(path, fields, { method });
    setFault(answer.ok ? '' : answer.msg);
    return answer.ok ? answer.models : undefined;
  }, []);
  const load = useCallback(async () => setState(await ask<SecondStepState>('GET', STEP)), [ask]);
  useEffect(() => {
    let here = true;
    void call<SecondStepState>(STEP).then((answer) => {
      if (!here) return;
      if (answer.ok) setState(answer.models);
      else setFault(answer.msg);
    });
    return () => {
      here = false;
    };
  }, []);

  const confirm = async (code: string): Promise<void> => {
    const answer = await ask<{ recoveryCodes: readonly string[] }>('POST', `${STEP}/confirm`, { code });
    if (!answer) return;
    setBegun(undefined);
    setCodes(answer.recoveryCodes);
    await load();
  };
  const end = async (code: string): Promise<void> => {
    if ((await ask('POST', `${STEP}/end`, { code })) !== undefined) await load();
  };
  const mayLeave = state !== undefined && (state.on || !state.required);

  return (
    <main className="second-step">
      <h1>两步验证</h1>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : begun ? (
        <SetUp begun={begun} onCode={confirm} />
      ) : state?.on ? (
        <>
          <p>
            <strong>已开启。</strong>登录时除密码外，还须输入手机上的动态验证码。恢复码还剩 {state.recoveryCodes} 个。
          </p>
          {state.required ? (
            <p>您的角色或服务器（CAIPU_OPERATOR_TWO_STEP）要求两步验证，不能关闭。</p>
          ) : (
            <CodeForm label="输入验证码或恢复码以关闭" action="关闭两步验证" onCode={end} />
          )}
        </>
      ) : state ? (
        <>
          <p>
            {state.required ? '您的角色或服务器要求两步验证，请先设置。' : '未开启。'}
            开启后，登录时除密码外，还须输入手机上的动态验证码，即使密码泄露，没有您的手机也无法登录。
          </p>
          <button
            type="button"
            className="entry__button entry__button--primary"
            onClick={() => void ask<Begun>('POST', `${STEP}/begin`).then((answer) => setBegun(answer))}
          >
            开始设置
          </button>
        </>
      ) : null}
      <p role="alert" className="second-step__fault">
        {fault}
      </p>
      {mayLeave && !codes ? (
        <button type="button" className="entry__button" onClick={onDone}>
          返回
        </button>
      ) : null}
    </main>
  );
}

function SetUp({ begun, onCode }: { readonly begun: Begun; readonly onCode: (code: string) => Promise<void> }): ReactNode {
  return (
    <>
      <ol>
        <li>在手机上打开验证器应用，扫描二维码。</li>
        <li>输入应用显示的 6 位数字，确认绑定成功。</li>
      </ol>
      <QrCode text={begun.uri} />
      <p>
        不能扫描时，在应用中手动输入密钥：<code className="second-step__secret">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm label="动态验证码" action="确认并开启" onCode={onCode} />
    </>
  );
}

function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }): ReactNode {
  return (
    <>
      <p>
        <strong>已开启。请抄下这 {codes.length} 个恢复码。</strong>
        手机丢失时可用恢复码登录，每个只能用一次；离开本页后不再显示。其他地方的登录已全部退出。
      </p>
      <ul className="second-step__codes" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="entry__button entry__button--primary" onClick={onKept}>
        我已抄下
      </button>
    </>
  );
}

interface CodeFormProps {
  readonly label: string;
  readonly action: string;
  readonly onCode: (code: string) => Promise<void>;
}

function CodeForm({ label, action, onCode }: CodeFormProps): ReactNode {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    await onCode(String(new FormData(form).get('code')));
    setBusy(false);
    form.reset();
  };
  return (
    <form className="second-step__form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{label}</label>
      <input id={id} name="code" autoComplete="one-time-code" maxLength={32} required />
      <button type="submit" className="entry__button entry__button--primary" disabled={busy}>
        {action}
      </button>
    </form>
  );
}

function QrCode({ text }: { readonly text: string }): ReactNode {
  const { data, size } = useMemo(() => encode(text, { border: QUIET_ZONE }), [text]);
  const path = useMemo(() => data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join(''), [data]);
  return (
    <svg
      className="second-step__qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="二维码：两步验证的密钥"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
