import { describe, expect, it } from 'vitest';
import { MiB, someBytes, startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';

const day = 24 * 3_600_000;

describe('client.collections and client.public.openCollection', () => {
  it('create a file request, receive files, and list them', async () => {
    const { client, newClient, drive, bytesOf, proxy } = await startScene();
    const made = await client.collections.create({ name: 'Inbox', requireName: true, maxFiles: 2, expiresInDays: 7 });
    expect(made).toMatchObject({ name: 'Inbox', requireName: true, fileCount: 0, pendingCount: 0 });
    expect(await client.collections.get(made.id)).toEqual(made);

    const visitor = newClient({ apiKey: null });
    for (const link of [made.url, `${made.url}/`, made.token]) {
      const request = await visitor.public.openCollection(link);
      expect(request.link).toEqual({ baseUrl: proxy.url, token: made.token });
      expect(request.info).toMatchObject({ name: 'Inbox', locked: false, full: false });
    }
    // Whoever has a key of the server doesn't show it.
    const request = await client.public.openCollection(made.url);
    expect(proxy.seen.at(-1)?.headers.authorization).toBeUndefined();
    const nameless = await failure(request.upload(new Blob(['hello']), { name: 'a.txt' }));
    expect(nameless).toMatchObject({ code: 'validation_failed', issues: [{ field: 'uploaderName' }] });
    const progress: number[] = [];
    const sent = await request.upload(new File(['hello'], 'a.txt', { type: 'text/plain' }), {
      uploaderName: 'Ada',
      uploaderEmail: 'ada@example.com',
      onProgress: ({ bytes, total }) => progress.push(bytes / total),
    });
    expect(sent.fileName).toBe('a.txt');
    expect(progress.at(-1)).toBe(1);
    expect((await bytesOf(sent.fileId)).toString()).toBe('hello');
    drive.clock.advance(1000);
    const reserved = await request.createUpload({
      fileName: 'b.txt',
      contentType: 'text/plain',
      sizeBytes: 5,
      uploaderName: 'Grace',
    });
    await visitor.uploads.put(reserved, new Blob(['world']));
    expect(await failure(request.upload(new Blob(['!']), { name: 'c.txt', uploaderName: 'Ada' }))).toMatchObject({
      code: 'collection_full',
    });

    const names: string[] = [];
    for await (const { fileName, uploaderName } of client.collections.listUploads(made.id, { limit: 1 }))
      names.push(`${uploaderName} ${fileName}`);
    expect(names).toEqual(['Grace b.txt', 'Ada a.txt']);
    expect((await client.collections.get(made.id)).fileCount).toBe(2);

    await client.collections.update(made.id, { maxFiles: null });
    drive.clock.advance(8 * day);
    expect(await failure(visitor.public.openCollection(made.url))).toMatchObject({ code: 'collection_expired' });
    await client.collections.delete(made.id);
    expect((await client.collections.list()).items).toEqual([]);
    expect(await failure(client.collections.get(made.id))).toMatchObject({ code: 'collection_not_found' });
  });

  it('unlock with the password, when opening or later', async () => {
    const { client } = await startScene();
    const { url, token } = await client.collections.create({ name: 'Locked', password: 'open sesame' });
    const later = await client.public.openCollection(url);
    expect(later.info).toEqual({ token, passwordProtected: true, locked: true, expiresAt: null });
    expect(await failure(later.upload(new Blob(['x']), { name: 'x' }))).toMatchObject({ code: 'share_locked' });
    expect(await failure(later.unlock('wrong'))).toMatchObject({ code: 'share_password_incorrect', status: 403 });
    expect(await later.unlock('open sesame')).toMatchObject({ name: 'Locked', locked: false });
    const atOnce = await client.public.openCollection(url, { password: 'open sesame' });
    for (const request of [later, atOnce])
      expect((await request.upload(new Blob(['x']), { name: 'x.txt' })).fileName).toBe('x.txt');
    expect(Object.keys(later.headers)).toEqual(['x-share-unlock']);
  });

  it('cancel the reservation when sending fails or is aborted', async () => {
    const { client, proxy } = await startScene();
    const { id, url } = await client.collections.create({ name: 'Inbox' });
    const request = await client.public.openCollection(url);
    proxy.fault = ({ method }) => (method === 'PUT' ? { cutSendingAfter: 1 } : undefined);
    const broken = request.upload(new Blob([someBytes(MiB)]), { name: 'a.bin', maxRetries: 0 });
    expect(await failure(broken)).toMatchObject({ code: 'network_error' });
    const stop = new AbortController();
    proxy.fault = ({ method }) =>
      method === 'PUT' ? { stallSendingAfter: 1, onStall: () => stop.abort() } : undefined;
    const stopped = request.upload(new Blob([someBytes(MiB)]), { name: 'a.bin', signal: stop.signal });
    expect(await failure(stopped)).toMatchObject({ code: 'aborted' });
    proxy.fault = () => undefined;
    expect(await client.collections.get(id)).toMatchObject({ fileCount: 0, pendingCount: 0 });
  });

  it('send large files resumably', async () => {
    const { client, proxy } = await startScene();
    const { id, url } = await client.collections.create({ name: 'Films' });
    const request = await client.public.openCollection(url);
    let cuts = 1;
    proxy.fault = ({ method }) => (method === 'PATCH' && cuts-- > 0 ? { cutSendingAfter: 2 * MiB } : undefined);
    const bytes = someBytes(3 * MiB);
    const { fileId } = await request.upload(new Blob([bytes]), { name: 'film.mp4', resumable: true });
    expect(proxy.count('PATCH', /^\/files\/tus\//)).toBeGreaterThan(1);
    expect(await client.files.get(fileId)).toMatchObject({ name: 'film.mp4', size: bytes.length });
    expect((await client.collections.get(id)).fileCount).toBe(1);
  });

  it('reject other links without a request', async () => {
    const { client, proxy } = await startScene();
    const token = 'q3J8mZ0sT1vW5xY7zA2bC4';
    for (const link of [
      '',
      'a b',
      `${proxy.url}/share/${token}`,
      `${proxy.url}/proof/${token}`,
      `ftp://host/collect/${token}`,
      `https://a:b@host/collect/${token}`,
    ])
      expect(await failure(client.public.openCollection(link))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(client.public.openProofing(`${proxy.url}/collect/${token}`))).toMatchObject({
      code: 'invalid_argument',
    });
    expect(proxy.seen).toEqual([]);
    expect(await failure(client.public.openCollection(token))).toMatchObject({
      code: 'collection_not_found',
      status: 404,
    });
    const request = await client.public.openCollection((await client.collections.create({ name: 'A' })).url);
    expect(await failure(request.upload(new Blob(['x'])))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(request.upload(new Blob([]), { name: 'x' }))).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('client.proofings and client.public.openProofing', () => {
  it('show files, accept selections, and list them by round', async () => {
    const { client, newClient, drive } = await startScene();
    const folder = await client.files.createFolder({ name: 'Album' });
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await client.uploads.upload(new Blob([name]), { name, parentId: folder.id });
    const made = await client.proofings.create({ name: 'Your album', folderId: folder.id, password: 'open sesame' });
    expect(await client.proofings.get(made.id)).toEqual(made);

    const openProofing = (link: string) => newClient({ apiKey: null }).public.openProofing(link);
    const proofing = await openProofing(made.url);
    expect(proofing.info).toMatchObject({ locked: true });
    const fileIds = ((await proofing.unlock('open sesame')).files ?? []).map(({ id }) => id);
    expect(fileIds).toHaveLength(3);
    expect(await proofing.submit({ fileIds: fileIds.slice(0, 2), clientName: 'Ada', comment: 'These.' })).toMatchObject(
      {
        round: 1,
      },
    );
    drive.clock.advance(1000);
    await client.proofings.update(made.id, { maxSelections: 1, password: null });
    const open = await openProofing(made.token);
    expect(await failure(open.submit({ fileIds }))).toMatchObject({ code: 'too_many_selected' });
    await open.submit({ fileIds: fileIds.slice(2) });

    const rounds: unknown[] = [];
    let first = '';
    for await (const one of client.proofings.listSubmissions(made.id, { limit: 1 })) {
      first = one.id;
      rounds.push([one.round, one.clientName, one.comment, one.fileIds]);
    }
    expect(rounds).toEqual([
      [2, null, null, fileIds.slice(2)],
      [1, 'Ada', 'These.', fileIds.slice(0, 2)],
    ]);
    const { files, comment } = await client.proofings.getSubmission(made.id, first);
    expect([comment, files.map(({ id }) => id)]).toEqual(['These.', fileIds.slice(0, 2)]);
    expect(await failure(client.proofings.getSubmission(made.id, made.id))).toMatchObject({
      code: 'proofing_not_found',
    });
    expect((await client.proofings.list()).items).toMatchObject([{ id: made.id, submissionCount: 2 }]);
    await client.proofings.delete(made.id);
    expect(await failure(openProofing(made.url))).toMatchObject({ code: 'proofing_not_found' });
  });
});
