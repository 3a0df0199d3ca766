import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program to its end. Resolves {code, output}; never throws for a failing exit code.
 * @param {string} command @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string}} options quiet: keep the output instead of showing it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A program that npm installed, as [node, its bin script]: no npx, no shell. */
export function tool(name) {
  return `${root}node_modules/.bin/${name}`;
}
