import { DriveClient, type CollectedFile, type Collection, type Proofing, type Submission } from '@drive/sdk';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { typist } from '../../../test/typist.ts';

const me = useDrive();
const { on } = me;
const visitor = () => new DriveClient({ baseUrl: me.drive.url, apiKey: null }).public;
const json = async <T>(...argv: string[]): Promise<T> => JSON.parse((await on('--json', ...argv)).out) as T;

describe('collect', () => {
  const collect = (...argv: string[]) => json<Collection>('collect', 'create', ...argv);

  it('creates an upload link with the given options, and lists received files', async () => {
    const { code, out, err } = await on('collect', 'create', 'Invoices 2026');
    expect([code, err]).toEqual([0, '']);
    const link = out.trim();
    expect(link).toMatch(/^http:.*\/collect\/[\w-]+$/);
    const request = await visitor().openCollection(link);
    await request.upload(new Blob(['one']), { name: 'one.txt', uploaderName: 'Ada', uploaderEmail: 'ada@example.com' });
    me.drive.clock.advance(1000);
    await request.upload(new Blob(['two!']), { name: 'two.txt' });
    // Received files are in the folder with the name of the request.
    expect((await me.all()).filter((path) => path.endsWith('.txt'))).toEqual([
      '/Invoices 2026/one.txt',
      '/Invoices 2026/two.txt',
    ]);

    const uploads = await json<CollectedFile[]>('collect', 'uploads', link);
    expect(uploads.map(({ fileName, uploaderName }) => [fileName, uploaderName])).toEqual([
      ['two.txt', null],
      ['one.txt', 'Ada'],
    ]);
    const [, second = ''] = (await on('collect', 'uploads', link)).out.split('\n');
    expect(second.split('\t').slice(1)).toEqual(['Ada', 'ada@example.com', '3', uploads[1]?.fileId, 'one.txt']);
    expect((await me.with({ terminal: 120 }, 'collect', 'uploads', link)).out).toMatch(
      /^TIME +FROM +SIZE +NAME\n.* somebody +4 B +two\.txt\n.* Ada <ada@example\.com> +3 B +one\.txt\n$/,
    );
  });

  it('stores every limit and password', async () => {
    const limits = ['--types', '.pdf,image/*', '--max-size', '1.5k', '--max-files', '3', '--expires', '7d'];
    const guards = [...limits, '--to', '/Inbox/new', '--message', 'Hello.', '--require-name'];
    const made = await me.with(
      { stdin: 'open sesame' },
      'collect',
      'create',
      'Guarded',
      '--json',
      '--password',
      ...guards,
    );
    const created = JSON.parse(made.out) as Collection;
    expect(created).toMatchObject({
      message: 'Hello.',
      passwordProtected: true,
      maxFiles: 3,
      maxFileBytes: 1536,
      allowedTypes: ['.pdf', 'image/*'],
      requireName: true,
      expiresAt: new Date(me.drive.clock.now() + 7 * 24 * 3_600_000).toISOString(),
    });
    expect(await me.all()).toContain('/Inbox/new');
    expect((await visitor().openCollection(created.url)).info).toEqual({
      token: created.token,
      passwordProtected: true,
      locked: true,
      expiresAt: created.expiresAt,
    });
    const shown = (await on('collect', 'show', 'Guarded')).out;
    expect(shown).toMatch(/files +0 of 3\nsize +up to 1\.5 KiB each\ntypes +\.pdf, image\/\*\nname asked +yes\n/);
  });

  it.each<[string, (one: Collection) => string]>([
    ['id', ({ id }) => id],
    ['token', ({ token }) => token],
    ['link', ({ url }) => url],
    ['link with a slash', ({ url }) => `${url}/`],
    ['name', ({ name }) => name],
  ])('is shown, changed and closed by its %s', async (_, nameOf) => {
    const created = await collect('Some files', '--max-files', '3', '--types', '.pdf');
    const name = nameOf(created);
    expect(await json('collect', 'show', '--', name)).toEqual(created);
    expect(await on('collect', 'set', '--max-files', 'none', '--types', 'all', '--to', '/Else', '--', name)).toEqual({
      code: 0,
      out: `${created.url}\n`,
      err: '',
    });
    expect(await json('collect', 'show', created.id)).toMatchObject({ maxFiles: null, allowedTypes: null });
    expect((await on('collect', 'rm', '-n', '--', name)).out).toBe(`${created.url}\n`);
    expect(await on('collect', 'rm', '--', name)).toMatchObject({ code: 0, out: '' });
    expect(await json('collect', 'list')).toEqual([]);
  });

  it('changes only the given fields', async () => {
    const { id } = await collect('A', '--message', 'Hello.', '--max-files', '3', '--require-name');
    await me.with({ stdin: 'open sesame' }, 'collect', 'set', 'A', '--password', '--name', 'B');
    expect(await json('collect', 'show', id)).toMatchObject({
      name: 'B',
      message: 'Hello.',
      maxFiles: 3,
      requireName: true,
      passwordProtected: true,
    });
    await on('collect', 'set', 'B', '--no-password', '--no-message', '--no-require-name');
    expect(await json('collect', 'show', id)).toMatchObject({
      message: null,
      maxFiles: 3,
      requireName: false,
      passwordProtected: false,
    });
  });

  it('reads its password twice on a terminal', async () => {
    const made = await me.with(
      { ...typist('open sesame', 'open sesame'), terminal: 100 },
      'collect',
      'create',
      'A',
      '--password',
    );
    expect(made.code).toBe(0);
    expect((await json<Collection[]>('collect', 'list'))[0]?.passwordProtected).toBe(true);
  });

  it('lists requests as a table and as JSON, and draws QR codes', async () => {
    expect(await on('collect', 'list')).toEqual({ code: 0, out: '', err: '' });
    expect((await me.with({ terminal: 80 }, 'collect', 'list')).err).toBe('no file requests yet\n');
    const { id, url } = await collect('A', '--expires', '1d');
    expect((await on('collect', 'list')).out).toMatch(new RegExp(`^${id}\t${url}\t\t\\S+Z\t0\tA\n$`));
    me.drive.clock.advance(2 * 24 * 3_600_000);
    expect((await me.with({ terminal: 200 }, 'collect', 'list')).out).toMatch(
      /^NAME +FILES +ACCESS +EXPIRES +LINK\nA +0 /,
    );
    expect((await me.with({ terminal: 100 }, 'collect', 'show', 'A', '--qr')).out).toContain('▀');
    expect((await on('collect', 'create', 'B', '--qr')).out).not.toContain('▀');
  });

  it('reports an unknown, ambiguous or misspelt request differently', async () => {
    await me.grow('/a.txt');
    await collect('Twice');
    await collect('Twice');
    const missing = [
      await on('collect', 'show', 'Thrice'),
      await on('collect', 'rm', 'Thrice'),
      await on('collect', 'uploads', 'q3J8mZ0sT1vW5xY7zA2bC4'),
      await on('collect', 'set', 'Thrice', '--max-files', '1'),
    ];
    expect(missing.map(({ code, out }) => [code, out])).toEqual(missing.map(() => [5, '']));
    const wrong = [
      await on('collect', 'show', 'Twice'),
      await on('collect', 'set', 'Twice'),
      await on('collect', 'create', ''),
      await on('collect', 'create', 'A', '--to', '/'),
      await on('collect', 'create', 'A', '--to', 'Inbox'),
      await on('collect', 'create', 'A', '--max-size', '0'),
      await on('collect', 'create', 'A', '--max-size', 'much'),
      await on('collect', 'create', 'A', '--types', 'pdf'),
      await on('collect', 'create', 'A', '--expires', 'soon'),
    ];
    expect(wrong.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [2, '']));
    expect(await on('collect', 'create', 'A', '--to', '/a.txt')).toMatchObject({ code: 6, out: '' });
    expect(await json<Collection[]>('collect', 'list')).toHaveLength(2);
  });

  it('closes all given requests, or none', async () => {
    await collect('A');
    await collect('B');
    expect(await on('collect', 'rm', 'A', 'missing')).toMatchObject({ code: 5 });
    expect(await json<Collection[]>('collect', 'list')).toHaveLength(2);
    expect(await on('collect', 'rm', 'A', 'B', 'A')).toMatchObject({ code: 0 });
    expect(await json('collect', 'list')).toEqual([]);
  });
});

describe('proof', () => {
  const idOf = async (path: string): Promise<string> =>
    (await new DriveClient({ baseUrl: me.drive.url, apiKey: me.user.key }).files.getByPath(path)).id;

  it('lets clients select files of a folder, and lists their selections', async () => {
    await me.grow('/Album/a.jpg', '/Album/b.jpg', '/Album/c.jpg');
    const link = (await on('proof', 'create', 'Your album', '/Album', '--max', '2', '--message', 'Choose.')).out.trim();
    expect(link).toMatch(/\/proof\/[\w-]+$/);
    const proofing = await visitor().openProofing(link);
    expect(proofing.info).toMatchObject({ name: 'Your album', message: 'Choose.', maxSelections: 2 });
    const ids = (proofing.info.files ?? []).map(({ id }) => id);
    await proofing.submit({
      fileIds: ids.slice(0, 2),
      clientName: 'Ada',
      clientEmail: 'ada@example.com',
      comment: 'These.',
    });
    me.drive.clock.advance(1000);
    await proofing.submit({ fileIds: ids.slice(2) });

    const submissions = await json<Submission[]>('proof', 'submissions', 'Your album');
    expect(submissions.map(({ round, clientName, fileIds }) => [round, clientName, fileIds.length])).toEqual([
      [2, null, 1],
      [1, 'Ada', 2],
    ]);
    const lines = (await on('proof', 'submissions', link, '--names')).out.trimEnd().split('\n');
    expect(lines.map((line) => line.split('\t').toSpliced(1, 1))).toEqual([
      ['2', '', '', ids[2], 'c.jpg'],
      ['1', 'Ada', 'ada@example.com', ids[0], 'a.jpg'],
      ['1', 'Ada', 'ada@example.com', ids[1], 'b.jpg'],
    ]);
    expect((await me.with({ terminal: 160 }, 'proof', 'submissions', link, '--names')).out).toMatch(
      /^ROUND +TIME +FROM +CHOSEN +COMMENT\n2 .* somebody +c\.jpg\n1 .* Ada <ada@example\.com> +a\.jpg, b\.jpg +These\.\n$/,
    );
    expect((await me.with({ terminal: 160 }, 'proof', 'submissions', link)).out).toMatch(/ 2 files +These\.\n$/);
  });

  it('accepts files in their order, but not folders beside them', async () => {
    await me.grow('/a.jpg', '/b.jpg', '/Folder/');
    const one = await json<Proofing>('proof', 'create', 'Two', '/b.jpg', '/a.jpg');
    expect(one).toMatchObject({ folderId: null, fileIds: [await idOf('/b.jpg'), await idOf('/a.jpg')] });
    expect((await json<Proofing>('proof', 'create', 'All', '/*.jpg')).fileIds).toHaveLength(2);
    expect(await on('proof', 'create', 'Mixed', '/a.jpg', '/Folder')).toMatchObject({ code: 2, out: '' });
    expect(await on('proof', 'create', 'Root', '/')).toMatchObject({ code: 2, out: '' });
    expect(await on('proof', 'create', 'Half', '/a.jpg', '/missing')).toMatchObject({ code: 1, out: '' });
    expect(await on('proof', 'create', 'None', '/missing')).toMatchObject({ code: 5, out: '' });
    expect(await json<Proofing[]>('proof', 'list')).toHaveLength(2);
  });

  it('is shown, changed, listed and ended', async () => {
    await me.grow('/Album/a.jpg');
    expect((await me.with({ terminal: 80 }, 'proof', 'list')).err).toBe('no proofings yet\n');
    const { id, url } = await json<Proofing>('proof', 'create', 'Your album', '/Album', '--max', '2');
    expect((await on('proof', 'list')).out).toBe(`${id}\t${url}\t\t\t0\tYour album\n`);
    expect((await me.with({ terminal: 200 }, 'proof', 'list')).out).toMatch(
      /\nYour album +a folder +0 +link +never +http/,
    );
    await me.with({ stdin: 'open sesame' }, 'proof', 'set', url, '--password', '--max', 'none');
    const shown = await me.with({ terminal: 100 }, 'proof', 'show', 'Your album', '--qr');
    expect(shown.out).toMatch(/access +link, password\n[\s\S]*to choose +unlimited\nsubmissions +0\n[\s\S]*▀/);
    expect((await visitor().openProofing(url)).info).toMatchObject({ locked: true });
    const opened = await visitor().openProofing(url, { password: 'open sesame' });
    expect(opened.info.files).toHaveLength(1);
    expect(await on('proof', 'set', url)).toMatchObject({ code: 2 });
    expect((await on('proof', 'rm', url, '--dry-run')).out).toBe(`${url}\n`);
    expect(await on('proof', 'rm', 'Your album')).toMatchObject({ code: 0, out: '' });
    expect(await on('proof', 'show', url)).toMatchObject({ code: 5 });
  });
});
