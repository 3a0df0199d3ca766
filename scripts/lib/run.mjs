import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program to its end. Resolves {code, output}; never throws for a failing exit code.
 * @param {string} command @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, keep?: boolean, cwd?: string}} options
 *   quiet: return the output instead of showing it; keep: show it and return it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet || options.keep ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of ['stdout', 'stderr'])
      child[stream]?.on('data', (chunk) => {
        output += chunk;
        if (options.keep) process[stream].write(chunk);
      });
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A program that npm installed, as [node, its bin script]: no npx, no shell. */
export function tool(name) {
  return `${root}node_modules/.bin/${name}`;
}
