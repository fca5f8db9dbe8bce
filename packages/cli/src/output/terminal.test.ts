import { expect, it } from 'vitest';
import { createFakeWorld } from '../../test/fake-world.ts';
import { createOutput } from './output.ts';
import { controlSequence, escapeUnsafe, guardTerminal, paint, printable } from './terminal.ts';

/** C0 without tab and line feed, DEL, C1, and characters that change the text direction. */
const UNSAFE = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCodePoint(code)).filter((c) => c !== '\t' && c !== '\n'),
  ...Array.from({ length: 0x21 }, (_, offset) => String.fromCodePoint(0x7f + offset)),
  ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
];

it('[P-418] replaces control characters', () => {
  expect(printable('a\u001b[2Jb\n\u202ec')).toBe('a\ufffd[2Jb\ufffd\ufffdc');
});

it.each([false, true])('writes no unsafe character to a terminal by any function (--json: %s)', async (json) => {
  const world = createFakeWorld({ terminal: 80 });
  const guarded = { ...world, stdout: guardTerminal(world.stdout), stderr: guardTerminal(world.stderr) };
  const output = createOutput(guarded, { json, quiet: false, color: true });
  for (const character of UNSAFE) {
    const hostile = `a${character}b`;
    const text = json ? JSON.stringify({ hostile }) : hostile;
    await output.write(text);
    await output.result({ hostile }, hostile);
    await output.record({ hostile }, hostile);
    output.ask(hostile, { hostile });
    output.note(hostile);
    output.warn(hostile);
    output.failure({ code: 'failed', message: hostile, hint: hostile, exitCode: 1 });
    guarded.stdout.write(Buffer.from(hostile));
    guarded.stderr.write(hostile);
  }
  const written = world.out() + world.err().replaceAll(/\u001b\[(?:3[13]|0)m/g, '');
  for (const character of UNSAFE) expect(written).not.toContain(character);
});

it('joins a character of two bytes that arrives in two chunks', () => {
  const { stdout, out } = createFakeWorld({ terminal: 80 });
  const guarded = guardTerminal(stdout);
  guarded.write(Buffer.from([0xc2]));
  guarded.write(Buffer.from([0x9b]));
  expect(out()).toBe('\ufffd');
});

it('keeps the escape sequences of this program, and removes those in data', () => {
  const { stdout, out } = createFakeWorld({ terminal: 80 });
  guardTerminal(stdout).write(`${paint(true, '31', 'red \u001b[8m')}${controlSequence('K')}\u001b[K\r\n`);
  expect(out()).toBe('\u001b[31mred \ufffd[8m\u001b[0m\u001b[K\ufffd[K\n');
});

it('changes no data for another program', () => {
  const { stdout } = createFakeWorld();
  expect(guardTerminal(stdout)).toBe(stdout);
});

it('[P-419] escapes unsafe characters in JSON, which parses to the same document', () => {
  const document = { names: UNSAFE };
  expect(JSON.parse(escapeUnsafe(JSON.stringify(document)))).toEqual(document);
  expect(escapeUnsafe('"\u009b\u202e"')).toBe(String.raw`"\u009b\u202e"`);
});
