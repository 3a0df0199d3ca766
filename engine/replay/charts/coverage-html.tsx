/** A coverage report as one page that needs nothing else: charts with what is missing marked, and the same in text. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ChartView } from './chart-view.tsx';
import { chartOf } from './chart.ts';
import { layoutChart } from './chart-layout.ts';
import { type MachineReport, totalOf } from './coverage-report.ts';
import type { Machines } from '../registry.ts';

const STYLE = `
body { max-width: 1100px; margin: 0 auto; padding: 16px; color: #1d1d1f; background: #f4f4f6; font: 14px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; } th, td { padding: 4px 12px; border-bottom: 1px solid #dcdce0; text-align: left; }
td { font-variant-numeric: tabular-nums; } section { margin: 16px 0; padding: 12px 16px; border-radius: 8px; background: #fff; }
.picture { overflow: auto; } .bad { color: #8a4300; font-weight: 700; } .good { color: #12703a; font-weight: 700; }
code { font: 12px ui-monospace, Menlo, Consolas, monospace; } h1, h2 { font-size: 18px; }`;

function Verdict({ counted }: { readonly counted: MachineReport['states'] }): ReactNode {
  const { covered, total } = counted;
  return (
    <>
      {covered}/{total}{' '}
      <span className={covered === total ? 'good' : 'bad'}>{covered === total ? 'all' : `${total - covered} missing`}</span>
    </>
  );
}

function Machine({ report, machines }: { readonly report: MachineReport; readonly machines: Machines }): ReactNode {
  const { machine: name, states, transitions, missing, runs, traces } = report;
  const machine = machines[name];
  const gone = new Set(missing.map((each) => `${each.is} ${each.name}`));
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{name}</h2>
      <p>
        States <Verdict counted={states} />, transitions <Verdict counted={transitions} />; walked by {runs} generated paths and {traces}{' '}
        traces.
      </p>
      {missing.length > 0 ? (
        <ul>
          {missing.map(({ is, name: what, reason }) => (
            <li key={`${is} ${what}`}>
              <span className="bad">missing {is}</span> <code>{what}</code>: {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {machine ? (
        <div className="picture" tabIndex={0} role="group" aria-label={`Chart of ${name}`}>
          <ChartView
            chart={layoutChart(chartOf(machine))}
            label={`State chart of ${name}: ${missing.length === 0 ? 'everything is covered' : `${missing.length} not covered, listed above`}`}
            mark={(is, what) => (gone.has(`${is} ${what}`) ? 'missing' : undefined)}
            words={{ missing: 'missing' }}
          />
        </div>
      ) : null}
    </section>
  );
}

/** `chartStyle`: the text of chart.css, which a browser page has from its bundler and this one cannot. */
export function reportHtml(reports: readonly MachineReport[], machines: Machines, chartStyle: string): string {
  const total = totalOf(reports);
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Coverage of the machines</title>
        {/* oxlint-disable-next-line react/no-danger -- style sheets of our own: text in an element would have its quotes escaped */}
        <style dangerouslySetInnerHTML={{ __html: STYLE + chartStyle }} />
      </head>
      <body>
        <h1>Coverage of the machines</h1>
        <table>
          <thead>
            <tr>
              {['machine', 'states', 'transitions', 'paths', 'traces'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reports.map((each) => (
              <tr key={each.machine}>
                <th scope="row">
                  <a href={`#${each.machine}`}>{each.machine}</a>
                </th>
                <td>
                  <Verdict counted={each.states} />
                </td>
                <td>
                  <Verdict counted={each.transitions} />
                </td>
                <td>{each.runs}</td>
                <td>{each.traces}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">all</th>
              <td>
                <Verdict counted={total.states} />
              </td>
              <td>
                <Verdict counted={total.transitions} />
              </td>
              <td />
              <td />
            </tr>
          </tbody>
        </table>
        {reports.map((report) => (
          <Machine key={report.machine} report={report} machines={machines} />
        ))}
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
}
