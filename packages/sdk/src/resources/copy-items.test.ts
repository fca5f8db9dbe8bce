import { describe, expect, it } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { json, serve } from '../../test/scripted-server.ts';
import type { CopyOptions } from '../index.ts';

describe('client.files.copy', () => {
  it('copies files and folders into a folder and into the root, and returns what failed', async () => {
    const { client } = await startScene();
    const { files } = client;
    const folder = await files.createFolder({ name: 'Photos' });
    const { fileId } = await client.uploads.upload(new Blob(['sea']), {
      name: 'sea.txt',
      metadata: { order: '42' },
      tags: ['Sea'],
    });
    const unknown = crypto.randomUUID();
    const into = await files.copy({ ids: [fileId, unknown, folder.id], parentId: folder.id });
    expect(into.copied).toMatchObject([
      { name: 'sea.txt', parentId: folder.id, metadata: { order: '42' }, tags: ['Sea'] },
    ]);
    expect(into.failed).toMatchObject([
      { id: unknown, status: 404, code: 'file_not_found' },
      { id: folder.id, status: 409, code: 'folder_cycle' },
    ]);
    const root = await files.copy({ ids: [fileId, folder.id], parentId: null });
    expect(root).toMatchObject({ copied: [{ name: 'sea (1).txt' }, { name: 'Photos (1)' }], failed: [] });
    expect(await (await files.downloadBlob(into.copied[0]!.id)).text()).toBe('sea');
  });

  it('copies only what has the tag that it is asked for', async () => {
    const { client } = await startScene();
    const { files } = client;
    const { fileId } = await client.uploads.upload(new Blob(['sea']), { name: 'sea.txt' });
    const { changeTag } = await files.get(fileId);
    await files.update(fileId, { name: 'lake.txt' });
    const { copied, failed } = await files.copy({ ids: [fileId], parentId: null }, { ifMatch: changeTag });
    expect([copied, failed]).toMatchObject([[], [{ id: fileId, status: 412, code: 'precondition_failed' }]]);
  });

  const operation = (status: string, done: number, result: unknown = null) =>
    json(200, { id: 'o1', kind: 'copy', status, done, total: 1002, result });
  const accepted = json(202, { operationId: 'o1' });

  it('waits for an operation that copies more than 1,000 items, and reports its progress', async () => {
    const result = {
      copied: [],
      failed: [{ id: 'x', message: 'Too much.', status: 409, code: 'storage_quota_exceeded' }],
    };
    const { client, seen } = await serve(
      accepted,
      operation('running', 0),
      operation('running', 700),
      operation('complete', 1002, result),
    );
    const progress: number[] = [];
    const options: CopyOptions = {
      onProgress: ({ id, done, total }) => progress.push(done / (id === 'o1' ? total : 0)),
    };
    expect(await client.files.copy({ ids: ['x'], parentId: null }, options)).toEqual(result);
    expect(progress).toEqual([0, 700 / 1002, 1]);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/files/copy',
      ...Array.from({ length: 3 }, () => 'GET /api/operations/o1'),
    ]);
    expect(JSON.parse(seen[0]!.body)).toEqual({ ids: ['x'], copyToRoot: true });
  });

  it('throws if the server gives up an operation, and stops waiting when it is aborted', async () => {
    const { client } = await serve(accepted, operation('failed', 700));
    expect(await failure(client.files.copy({ ids: ['x'], parentId: null }))).toMatchObject({
      code: 'internal_error',
      message: 'The server has given up the operation o1 after 700 of 1002 items.',
    });
    const other = await serve(accepted, operation('running', 0));
    const stop = new AbortController();
    const copying = other.client.files.copy(
      { ids: ['x'], parentId: null },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    expect(await failure(copying)).toMatchObject({ code: 'aborted' });
    expect(other.seen).toHaveLength(2);
  });

  it('tells the id of an operation also to a caller who aborts while it begins', async () => {
    const stop = new AbortController();
    const { client } = await serve(accepted, (response, request) => {
      stop.abort();
      setImmediate(() => operation('running', 0)(response, request));
    });
    const ids: string[] = [];
    const options: CopyOptions = { signal: stop.signal, onProgress: ({ id }) => ids.push(id) };
    expect(await failure(client.files.copy({ ids: ['x'], parentId: null }, options))).toMatchObject({
      code: 'aborted',
    });
    expect(ids).toEqual(['o1']);
  });
});
