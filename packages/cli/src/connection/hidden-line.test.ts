import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readHiddenLine } from './hidden-line.ts';

function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
  return { stdin, modes };
}

it('reads input up to Enter, with corrections, and restores the terminal', async () => {
  const { stdin, modes } = terminal();
  const line = readHiddenLine({ stdin });
  stdin.write('svc_ax');
  stdin.write('\u007fbc\rrest');
  expect(await line).toBe('svc_abc');
  expect(modes).toEqual([true, false]);
});

it('is cancelled by Ctrl-C', async () => {
  const { stdin, modes } = terminal();
  const line = readHiddenLine({ stdin });
  stdin.write('svc_\u0003');
  expect(await line).toBeUndefined();
  expect(modes).toEqual([true, false]);
});

it('ends with the input', async () => {
  const { stdin } = terminal();
  const line = readHiddenLine({ stdin });
  stdin.end('svc_abc');
  expect(await line).toBe('svc_abc');
});

it('reads one line after the other', async () => {
  const { stdin } = terminal();
  const first = readHiddenLine({ stdin });
  stdin.write('one\r');
  expect(await first).toBe('one');
  const second = readHiddenLine({ stdin });
  stdin.write('two\r');
  expect(await second).toBe('two');
});
