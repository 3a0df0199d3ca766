/** The way in to the back office: name and password, and the code from the phone where one is asked for. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { login } from './calls.ts';

/** `ended`: the session ended during work. The page then says why the operator has to log in again. */
export function Login({ ended }: { readonly ended: boolean }): ReactNode {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  /** Right, and kept until the code is. */
  const [password, setPassword] = useState<string>();
  const [name, setName] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const given = password ?? String(fields.get('password'));
    const who = password === undefined ? String(fields.get('name')).trim() : name;
    setName(who);
    setBusy(true);
    const result = await login(who, given, password === undefined ? undefined : String(fields.get('code')));
    setBusy(false);
    // session.ts tells the page that the login succeeded.
    if (result.is === 'in') return;
    // The first time that the code is asked for nothing was wrong.
    setFault(result.is === 'code' && password === undefined ? '' : result.msg);
    setPassword(result.is === 'code' ? given : undefined);
  };
  return (
    <main className="entry">
      <form className="entry__login" onSubmit={(event) => void submit(event)}>
        <h1>彩谱后台</h1>
        {ended ? <p role="status">登录已结束，请重新登录。</p> : null}
        {password === undefined ? (
          <>
            <label key="name">
              名字（用服务器密码登录时留空）
              <input name="name" autoComplete="username" autoCapitalize="none" maxLength={40} defaultValue={name} />
            </label>
            <label key="password">
              管理员密码
              <input type="password" name="password" autoComplete="current-password" required />
            </label>
          </>
        ) : (
          <label key="code">
            动态验证码
            {/* After the password comes the code. */}
            <input name="code" autoComplete="one-time-code" autoCapitalize="characters" maxLength={32} required autoFocus />
          </label>
        )}
        <button type="submit" className="entry__button entry__button--primary" disabled={busy}>
          {password === undefined ? '登录' : '验证并登录'}
        </button>
        <p role="alert">{fault}</p>
        {password === undefined ? (
          <small>服务器密码是环境变量 CAIPU_OPERATOR_PASSWORD；管理员的密码由创建者告知。</small>
        ) : (
          <>
            <small>打开手机上的验证器应用，输入“彩谱工作台”的 6 位数字。手机不在身边时，可输入一个恢复码，每个只能用一次。</small>
            <button
              type="button"
              className="entry__button"
              onClick={() => {
                setPassword(undefined);
                setFault('');
              }}
            >
              返回
            </button>
          </>
        )}
      </form>
    </main>
  );
}
