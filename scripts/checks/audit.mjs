// `npm audit` of the shipped packages: a finding that is high or critical fails the check. When the registry does not answer or refuses the
// request, the check prints a line and passes, because the checks must also run without a network.
import { run } from '../lib/run.mjs';

/** What the output of `npm audit --json` means: {problems} or {unchecked: why}. */
export function judge(output, code) {
  let report;
  try {
    report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return { unchecked: `no report (exit code ${code})` };
  }
  if (report.vulnerabilities === undefined) {
    const { summary, code: reason } = report.error ?? {};
    return { unchecked: [reason, summary ?? report.message].filter(Boolean).join(' ').split('\n')[0] || `no report (exit code ${code})` };
  }
  return {
    problems: Object.values(report.vulnerabilities)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ name, severity, range, fixAvailable, via }) => {
        const title = via.find((one) => typeof one === 'object')?.title ?? `by ${via.join(', ')}`;
        const mend =
          fixAvailable === false
            ? 'There is no fixed version: take another package, or leave out what uses it.'
            : 'npm audit fix mends it.';
        return `${name} ${range}: ${severity}, ${title}. ${mend}`;
      }),
  };
}

/** `ask` gives {code, output} of npm audit. */
export async function check(ask = npmAudit) {
  const { code, output } = await ask();
  const { problems, unchecked } = judge(output, code);
  if (unchecked !== undefined) console.log(`    npm audit: the registry is not reachable (${unchecked}), not checked`);
  return problems ?? [];
}

const npmAudit = () => run('npm', ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000'], { quiet: true });
