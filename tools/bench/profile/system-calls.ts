import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';

/** Number of system calls of all threads of a process until `work` resolves, by name. */
export async function countSystemCalls(
  pid: number,
  file: string,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const strace = spawn('strace', ['-c', '-f', '-o', file, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(strace, 'exit');
  await once(strace.stderr, 'data');
  await work();
  strace.kill('SIGINT');
  await exited;
  const counts = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, calls, name] = /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$/.exec(line) ?? [];
    if (name !== undefined && name !== 'total') counts.set(name, Number(calls));
  }
  return counts;
}
