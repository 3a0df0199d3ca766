/** Problems of the files that no editor shows (menus, routes, terms, lists …). */
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { callDesk } from './calls.ts';

export function OtherProblems(): ReactNode {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    const look = (): void =>
      void callDesk<{ problems: Problem[] }>('GET', 'files/problems').then((answer) => answer.ok && setProblems(answer.models.problems));
    look();
    // Files are mended in other windows: a return to this one reloads the problems.
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  if (problems.length === 0) return null;
  return (
    <section className="others" aria-label="其他描述的问题">
      <h2>
        其他描述 <span className="count">{problems.length}</span>
      </h2>
      <ul>
        {problems.map(({ file, line, column, pointer, code, message, remedy }) => (
          <li key={`${file}:${line}:${column}:${code}:${pointer}`}>
            <code>
              {file}:{line}:{column}
            </code>
            <span>
              {message}；{remedy}
            </span>
            <small>
              {pointer || '/'} {code}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
