import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestClock } from '../test/manual-clock.ts';
import { createLog, openLogFile, type LogOptions } from './log-writer.ts';

function start(options: Partial<LogOptions> = {}) {
  const written: string[] = [];
  const log = createLog({
    level: 'info',
    format: 'json',
    clock: createTestClock(),
    write: (lines) => written.push(lines),
    linkPath: /(\/(?:share|s)\/|\?)[^\s'"<>/]+/g,
    ...options,
  });
  return { log, written, lines: () => (log.flush(), written.join('').split('\n').slice(0, -1)) };
}

describe('the log', () => {
  it('writes one JSON object a line, with the time of the clock', () => {
    const { log, lines } = start();
    log.info('request', { requestId: 'r', status: 200, durationMs: 3 });
    log.warn('odd');
    expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: '2026-01-15T12:00:00.000Z', level: 'info', event: 'request', requestId: 'r', status: 200, durationMs: 3 },
      { time: '2026-01-15T12:00:00.000Z', level: 'warn', event: 'odd' },
    ]);
  });

  it('omits entries below its level', () => {
    const { log, lines } = start({ level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines()).toHaveLength(2);
  });

  it('[P-515] drops fields that are not on the list', () => {
    const { log, lines } = start();
    log.info('request', { route: '/x', token: 'secret', url: '/share/secret' } as object);
    expect(lines()[0]).toBe('{"time":"2026-01-15T12:00:00.000Z","level":"info","event":"request","route":"/x"}');
  });

  it('contains an error’s class, message, code, stack and causes, and no other property', () => {
    const { log, lines } = start();
    const cause = Object.assign(new TypeError('inner'), { code: 'E_INNER', parameters: ['secret'] });
    log.error('failed', { error: Object.assign(new Error('outer', { cause }), { query: 'secret' }) });
    const { error } = JSON.parse(lines()[0] ?? '') as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      name: 'Error',
      message: 'outer',
      cause: { name: 'TypeError', message: 'inner', code: 'E_INNER' },
    });
    expect(error['stack']).toMatch(/^ {4}at .*log-writer\.test/);
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it.each([
    "ENOENT: no such file or directory, truncate '/data/staging/2f1c3a5e-0c1b-4d7e-9a53-1f0b3c5d7e9f'",
    "EIO: i/o error, open '/data/staging/2F1C3A5E-0C1B-4D7E-9A53-1F0B3C5D7E9F-put'",
    'Failed to parse URL from https://drive.example/share/aB3-_6789012345678901z?r=Secret.Of-Grace',
    'no such code: /s/quarterly-report',
    'svc_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 was refused',
    'thrown as text: 2f1c3a5e-0c1b-4d7e-9a53-1f0b3c5d7e9f',
  ])('redacts credentials in an error: %s', (message) => {
    for (const format of ['json', 'pretty'] as const) {
      const { log, lines } = start({ format });
      log.error('failed', { error: new Error(message, { cause: new Error(`because ${message}`) }) });
      log.error('failed', { error: message });
      expect(lines().join('')).not.toMatch(/2f1c3a5e|aB3-_|Grace|quarterly|svc_Ab/i);
      expect(lines().join('')).toContain('[redacted]');
    }
  });

  it.each([
    "EIO: i/o error, read '/data/blobs/0mk3v9x2s/9f86d081884c7d659a2feaa0c55ad015'",
    'UNIQUE constraint failed: share_recipients.share_id, short_links_case_insensitive_name',
    'DRIVE_UPLOAD_SESSION_HOURS must be a whole number',
  ])('keeps details that locate a fault: %s', (message) => {
    const { log, lines } = start();
    log.error('failed', { error: new Error(message) });
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ error: { message } });
  });

  it('accepts any thrown value', () => {
    const { log, lines } = start();
    for (const error of ['text', 7, null, { secret: 1 }]) log.error('failed', { error });
    expect(lines()).toHaveLength(4);
    expect(lines().join('')).not.toContain('secret');
  });

  it('writes one line for a terminal, without control characters', () => {
    const { log, lines } = start({ format: 'pretty' });
    log.info('request', { route: '/a\n\u001b[2J', status: 404 });
    expect(lines()).toEqual([String.raw`12:00:00.000 INFO  request  route=/a\n\u001b[2J  status=404`]);
  });

  it('writes the entries of one event loop turn at once, in order', async () => {
    const { log, written } = start();
    log.info('one');
    log.info('two');
    expect(written).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toHaveLength(1);
    expect(written[0]?.match(/one|two/g)).toEqual(['one', 'two']);
  });
});

describe('a log that is a file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'drive-log-file-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('gets every line', () => {
    const path = join(directory, 'log');
    const file = openSync(path, 'a');
    const write = openLogFile(file);
    write?.('one\n');
    write?.('two\n');
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('drops lines that the disk refuses, and throws nothing', () => {
    // A read-only descriptor simulates a disk that refuses writes.
    const file = openSync(join(directory, 'log'), 'r');
    const write = openLogFile(file);
    expect(() => write?.('lost\n')).not.toThrow();
    closeSync(file);
  });

  it('is written by Node if it is not a regular file', () => {
    const file = openSync('/dev/null', 'w');
    expect(openLogFile(file)).toBeUndefined();
    closeSync(file);
  });
});
