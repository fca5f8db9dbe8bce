import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriveClient, type Paste } from '@drive/sdk';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { typist } from '../../../test/typist.ts';

const me = useDrive({ settings: { FEATURE_LIMITS: 'off' } });
const { on } = me;
const nobody = { DRIVE_API_KEY: '' };
const json = async <T>(...argv: string[]): Promise<T> => JSON.parse((await on('--json', ...argv)).out) as T;
const paste = async (text: string, ...argv: string[]): Promise<Paste> =>
  JSON.parse((await me.with({ stdin: text }, '--json', 'paste', ...argv)).out) as Paste;

describe('paste', () => {
  it('stores standard input unchanged, and prints the link', async () => {
    const text = '\uFEFFa\r\nb\n\n';
    const { code, out, err } = await me.with({ stdin: text }, 'paste');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^http:.*\/p\/[\w-]{22}\n$/);
    const shown = await me.with({ env: nobody }, 'pastes', 'show', out.trim());
    expect([shown.code, shown.out]).toEqual([0, text]);
  });

  it('stores a file under its name, with the given options', async () => {
    writeFileSync(join(me.home, 'notes.md'), '# Notes');
    const made = await json<Paste>('paste', 'notes.md', '--expires', '7d', '--language', 'markdown', '--public');
    expect(made).toMatchObject({
      title: 'notes.md',
      language: 'markdown',
      sizeBytes: 7,
      shareMode: 'PUBLIC',
      expiresAt: new Date(me.drive.clock.now() + 7 * 24 * 3_600_000).toISOString(),
    });
    expect(await json<Paste>('paste', 'notes.md', '--title', 'Mine', '--private')).toMatchObject({
      title: 'Mine',
      shareMode: 'PRIVATE',
    });
  });

  it('refuses binary and too large content before a request', async () => {
    writeFileSync(join(me.home, 'a.png'), Buffer.from([0x89, 0x50, 0xff]));
    writeFileSync(join(me.home, 'big.txt'), 'x'.repeat(512 * 1024 + 1));
    for (const argv of [
      ['a.png'],
      ['big.txt'],
      ['missing.txt'],
      ['--public', '--private'],
      ['--anonymous', '--private'],
    ]) {
      const { code, out } = await on('paste', ...argv);
      expect([argv, code, out]).toEqual([argv, 2, '']);
    }
    expect((await me.with({ stdin: '' }, 'paste')).code).toBe(2);
    expect((await me.with({ stdin: 'x'.repeat(512 * 1024 + 1) }, 'paste')).code).toBe(2);
    expect((await me.with({ stdin: 'x'.repeat(512 * 1024) }, 'paste')).code).toBe(0);
    // Standard input has one use per command.
    expect((await me.with({ stdin: 'text' }, 'paste', '--password')).err).toContain('both the password and the text');
    expect((await me.with({ stdin: 'text', env: nobody }, 'paste', '--api-key-file', '-')).code).toBe(2);
  });

  it('requests the password, and reads no paste without it', async () => {
    writeFileSync(join(me.home, 'a.txt'), 'secret');
    const made = await me.with({ stdin: 'open sesame' }, 'paste', 'a.txt', '--password');
    const link = made.out.trim();
    expect(await me.with({ env: nobody }, 'pastes', 'show', link)).toMatchObject({ code: 4, out: '' });
    const typed = await me.with({ ...typist('wrong', 'open sesame'), env: nobody }, 'pastes', 'show', link);
    expect(typed).toMatchObject({ code: 0, out: 'secret' });
    writeFileSync(join(me.home, 'password'), 'open sesame\n');
    const read = await me.with({ env: nobody }, 'pastes', 'show', link, '--password-file', 'password');
    expect(read.out).toBe('secret');
    // The paste belongs to the user.
    expect((await on('pastes', 'show', link)).out).toBe('secret');
  });

  it('requires an account unless --anonymous is given', async () => {
    expect((await me.with({ stdin: 'x', env: nobody }, 'paste')).code).toBe(4);
    const { out } = await me.with({ stdin: 'of nobody' }, 'paste', '--anonymous');
    expect((await on('pastes', 'show', out.trim())).out).toBe('of nobody');
    expect(await json('pastes', 'list')).toEqual([]);
  });
});

describe('pastes', () => {
  it('shows a burning paste once, after a confirmation', async () => {
    const { url } = await paste('once', '--burn', '--title', 'Key');
    const unasked = await on('pastes', 'show', url);
    expect(unasked).toMatchObject({ code: 2, out: '' });
    expect(unasked.err).toContain('--reveal');
    const declined = await me.with({ stdin: 'n\n', stdinIsTerminal: true }, 'pastes', 'show', url);
    expect(declined).toMatchObject({ code: 1, out: '' });
    expect(declined.err).toContain('not deleted');
    const read = await me.with({ stdin: 'y\n', stdinIsTerminal: true }, 'pastes', 'show', url);
    expect([read.code, read.out.trimEnd()]).toEqual([0, 'once']);
    expect(await on('pastes', 'show', url, '--reveal')).toMatchObject({ code: 5, out: '' });
    expect((await on('pastes', 'list')).out).toContain('\tread ');
  });

  it('lists them, newest first', async () => {
    const [a, b] = [await paste('a', '--title', 'First'), await paste('bb', '--private', '--burn')];
    expect(await json('pastes', 'list')).toEqual([b, a]);
    expect((await on('pastes', 'list')).out).toBe(
      `${b.id}\t${b.url}\tonly you, once\t\t2\t\n${a.id}\t${a.url}\tlink\t\t1\tFirst\n`,
    );
    expect((await me.with({ terminal: 140 }, 'pastes', 'list')).out).toMatch(
      /^TITLE .*\nuntitled +2 B +only you, once/,
    );
  });

  it('reads own ones by id and token, also PRIVATE ones, and sends the key to no other server', async () => {
    const { id, token, url } = await paste('mine', '--private');
    for (const named of [id, token, url]) expect((await on('pastes', 'show', named)).out).toBe('mine');
    expect(await me.with({ env: nobody }, 'pastes', 'show', url)).toMatchObject({ code: 5, out: '' });
    expect(await me.with({ env: nobody }, 'pastes', 'show', id)).toMatchObject({ code: 4 });
    // Another host name of the same server counts as another server.
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    expect(await on('pastes', 'show', elsewhere)).toMatchObject({ code: 5, out: '' });
  });

  it('escapes control characters on a terminal', async () => {
    const { url } = await paste('\u001b]0;owned\u0007plain\ttext\n');
    const { out } = await me.with({ terminal: 80 }, 'pastes', 'show', url);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('plain\ttext');
  });

  it('deletes them', async () => {
    const { url } = await paste('a', '--title', 'Old');
    expect((await on('pastes', 'rm', 'Old', '--dry-run')).out).toBe(`${url}\n`);
    expect(await on('pastes', 'rm', 'Old')).toMatchObject({ code: 0, out: '' });
    expect(await on('pastes', 'rm', 'Old')).toMatchObject({ code: 5 });
    const { public: face } = new DriveClient({ baseUrl: me.drive.url, apiKey: null });
    await expect(face.openPaste(url)).rejects.toMatchObject({ code: 'paste_not_found' });
  });

  it('are suggested for a paste link given to download', async () => {
    const { url } = await paste('a');
    const { code, err } = await on('download', url);
    expect([code, err]).toEqual([2, expect.stringContaining(`drive-cli pastes show ${url}`)]);
  });
});
