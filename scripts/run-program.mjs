import { spawn } from 'node:child_process';

/**
 * Runs a program to its end. Throws with all it said when it fails or takes longer than `timeoutMs`, which is for a program
 * that hangs, not for a slow machine. `input` goes to its standard input.
 */
export async function runProgram(file, args, { timeoutMs = 300_000, input = '', ...options } = {}) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  const stdout = [];
  const everything = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk) && everything.push(chunk));
  child.stderr.on('data', (chunk) => everything.push(chunk));
  // A program may well end without having read what it was given.
  child.stdin.on('error', () => {}).end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  const output = Buffer.concat(everything).toString();
  if (status !== 0) {
    const reason = status === null ? `was stopped after ${timeoutMs / 1000} s or by a signal` : `ended with ${status}`;
    throw new Error(`${[file, ...args].join(' ')} ${reason}\n${output}`);
  }
  return { stdout: Buffer.concat(stdout).toString(), output };
}
