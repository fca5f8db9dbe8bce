import { spawn } from 'node:child_process';

const windows = process.platform === 'win32';

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(1);
  });

/**
 * Runs a program to its end. Throws with all it said when it fails or takes longer than `timeoutMs`, which is for a program
 * that hangs, not for a slow machine. `input` goes to its standard input.
 */
export async function runProgram(file, args, { timeoutMs = 300_000, input = '', ...options } = {}) {
  // In a group of its own, so that what it started in the background ends with it.
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: !windows, ...options });
  running.add(child);
  const stdout = [];
  const everything = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk) && everything.push(chunk));
  child.stderr.on('data', (chunk) => everything.push(chunk));
  // A program may well end without having read what it was given.
  child.stdin.on('error', () => {}).end(input);
  const timer = setTimeout(() => endGroup(child), timeoutMs);
  child.once('exit', () => endGroup(child));
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  const output = Buffer.concat(everything).toString();
  if (status !== 0) {
    const reason = status === null ? `was stopped after ${timeoutMs / 1000} s or by a signal` : `ended with ${status}`;
    throw new Error(`${[file, ...args].join(' ')} ${reason}\n${output}`);
  }
  return { stdout: Buffer.concat(stdout).toString(), output };
}

function endGroup(child) {
  try {
    if (windows) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Nobody of the group is left.
    if (error.code !== 'ESRCH') throw error;
  }
}
