// Programs that a build runs. They end with it, so that a stopped build leaves nothing running.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { root } from '../lib/run.mjs';

const running = new Set();

/** Ends every program that is still running. */
export function endChildren() {
  for (const child of running) child.kill();
}
process.on('exit', endChildren);

/**
 * Runs Node with these arguments to its end, and throws with its output when it fails.
 * @param {string} title what it does, for the error
 * @param {string[]} args
 * @param {number} nice how far it steps back behind other programs, as in `nice`
 */
export function runNode(title, args, nice = 0) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    try {
      if (nice > 0 && child.pid !== undefined) setPriority(child.pid, nice);
    } catch {
      // Not everywhere may a program step back.
    }
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += error));
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(`${title} failed:\n${output}`));
    });
  });
}
