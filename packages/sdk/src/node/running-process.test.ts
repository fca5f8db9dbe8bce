import { expect, it } from 'vitest';
import { type ProcessName, stateOf } from './running-process.ts';

/** A process of a system without a `/proc`. */
const here: ProcessName = { machine: 'a', pid: process.pid, startedAtMs: performance.timeOrigin };

it.each([
  ['that runs', {}, 'running'],
  ['whose number another one got', { startedAtMs: 1 }, 'ended'],
  ['whose number nobody has', { pid: 999_999_999 }, 'ended'],
  ['that runs, before the machine was renamed', { machine: 'b' }, 'running'],
  ['of another machine, whose number another one has here', { machine: 'b', startedAtMs: 1 }, 'unknown'],
  ['of another machine, whose number nobody has here', { machine: 'b', pid: 999_999_999 }, 'unknown'],
  ['of another system on the same machine', { boot: '1' }, 'unknown'],
] as const)('without a /proc, a process %s is known by when it started', async (_, change, state) => {
  expect(await stateOf({ ...here, ...change }, here)).toBe(state);
});
