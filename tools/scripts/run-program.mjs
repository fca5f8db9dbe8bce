import { spawn } from 'node:child_process';

const windows = process.platform === 'win32';

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(1);
  });

/**
 * Runs a program to its end. Throws with its output if it fails or takes longer than `timeoutMs`, which is for a
 * program that hangs, not for a slow machine. `input` is its standard input.
 */
export async function runProgram(file, args, { timeoutMs = 300_000, input = '', ...options } = {}) {
  // In a separate process group, so that its background processes end with it.
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: !windows, ...options });
  running.add(child);
  const stdout = [];
  const everything = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk) && everything.push(chunk));
  child.stderr.on('data', (chunk) => everything.push(chunk));
  // A program may end without reading its input.
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
    // The group has ended.
    if (error.code !== 'ESRCH') throw error;
  }
}
