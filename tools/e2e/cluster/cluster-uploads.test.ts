import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPostgres } from '@drive/database/test';
import { startFaultyProxy, type Fault, type FaultyProxy } from '@drive/s3/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRequest, type RawRequest } from '../../../packages/server/test/network/raw-request.ts';
import { listMultiparts } from '../ceph.ts';
import { startServer } from '../programs.ts';
import { describeCluster } from './describe-cluster.ts';
import type { ClusterNode } from './start-cluster.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const MB = 1_000_000;
const tus = { 'tus-resumable': '1.0.0' };

interface Upload {
  readonly sessionId: string;
  readonly fileId: string;
  readonly bytes: Buffer;
}

/** Every request goes to a server itself: no load balancer sends those of one upload to one server. */
describeCluster('of which several get requests of one upload', {}, (test) => {
  async function reserve(size: number): Promise<Upload> {
    const { sessionId, fileId } = await test.cluster.client.uploads.create({
      fileName: `${randomUUID()}.bin`,
      fileSizeBytes: size,
      contentType: 'application/octet-stream',
    });
    return { sessionId, fileId, bytes: randomBytes(size) };
  }
  const put = ({ url }: ClusterNode, { sessionId, bytes }: Pick<Upload, 'sessionId' | 'bytes'>): Promise<Response> =>
    fetch(`${url}/files/uploads/${sessionId}`, { method: 'PUT', body: new Uint8Array(bytes) });
  const patch = (
    { url }: ClusterNode,
    { sessionId, bytes }: Pick<Upload, 'sessionId' | 'bytes'>,
    offset = 0,
    end = bytes.length,
  ): Promise<Response> =>
    fetch(`${url}/files/tus/${sessionId}`, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes.subarray(offset, end)),
    });
  const offsetOn = async ({ url }: ClusterNode, { sessionId }: Upload): Promise<number> => {
    const head = await fetch(`${url}/files/tus/${sessionId}`, { method: 'HEAD', headers: tus });
    return head.status === 200 ? Number(head.headers.get('upload-offset')) : head.status;
  };
  const statusOn = async ({ url }: ClusterNode, { sessionId }: Upload): Promise<string> => {
    const headers = { authorization: `Bearer ${test.cluster.key}` };
    const answer = await fetch(`${url}/api/uploads/${sessionId}/status`, { headers });
    return ((await answer.json()) as { status: string }).status;
  };
  async function expectStored({ fileId }: Pick<Upload, 'fileId'>, bytes: Uint8Array): Promise<void> {
    const { client } = test.cluster;
    const stored = new Uint8Array(await (await client.files.downloadBlob(fileId)).arrayBuffer());
    expect([(await client.files.get(fileId)).sha256, sha256(stored)]).toEqual([sha256(bytes), sha256(bytes)]);
  }
  /** The remains of all uploads, and whether the usage is the sum of the rows. */
  async function readRemains(): Promise<Record<string, unknown>> {
    const [row] = await queryPostgres(
      test.cluster.env['DRIVE_DATABASE_URL'] ?? '',
      `select (select count(*)::int from staged_uploads) as staged,
         (select count(*)::int from upload_sessions where held_by is not null) as held,
         (select count(*)::int from upload_sessions where status in ('PENDING', 'UPLOADING')) as open,
         (select sum(reserved_bytes)::int from storage_usage) as reserved,
         (select sum(stored_bytes) from storage_usage) = (select sum(size) from items where coalesce(blob_key, shared_key) is not null) as exact`,
    );
    return {
      ...row,
      multiparts: await listMultiparts(test.engines.ceph.bucket, test.cluster.env['DRIVE_STORAGE_URL'] ?? ''),
    };
  }
  const nothing = { staged: 0, held: 0, open: 0, reserved: 0, exact: true, multiparts: [] };

  /** A PUT of which half has arrived at a server. */
  async function beginPut(node: ClusterNode): Promise<Upload & { readonly request: RawRequest }> {
    const upload = await reserve(2 * MB);
    const path = `/files/uploads/${upload.sessionId}`;
    const request = await openRequest(node.url + path, 'PUT', { 'content-length': upload.bytes.length });
    await request.send(upload.bytes.subarray(0, MB));
    return { ...upload, request };
  }

  it('take each piece of a tus upload where it comes, at the offset that every one of them reports', async () => {
    const { nodes } = test.cluster;
    const upload = await reserve(23 * MB + 5);
    const sizes = [1, 3 * MB, 6 * 1024 * 1024, 17, 9 * MB];
    for (let offset = 0, turn = 0; offset < upload.bytes.length; turn += 1) {
      const end = Math.min(offset + sizes[turn % sizes.length]!, upload.bytes.length);
      for (const node of nodes) expect(await offsetOn(node, upload)).toBe(offset);
      const answer = await patch(nodes[turn % 3]!, upload, offset, end);
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(end)]);
      offset = end;
    }
    await expectStored(upload, upload.bytes);
  });

  it('accept one of two writers at a time, 50 times, and store the bytes of that one', async () => {
    const { nodes } = test.cluster;
    for (let run = 0; run < 50; run += 1) {
      const [one, other] = [nodes[run % 3]!, nodes[(run + 1) % 3]!];
      const isTus = run % 2 === 0;
      // A PATCH arrives in one piece: half of one that is preempted would be kept, as for its own client.
      const { sessionId, fileId, bytes } = await reserve(isTus ? 10_000 : [MB, 9 * MB][run % 4 === 1 ? 0 : 1]!);
      const contents = [bytes, randomBytes(bytes.length)] as const;
      const send = isTus ? patch : put;
      const answers = await Promise.all([
        send(one, { sessionId, bytes: contents[0] }),
        send(other, { sessionId, bytes: contents[1] }),
      ]);
      const accepted = answers.flatMap(({ ok }, index) => (ok ? [index] : []));
      expect(answers.map(({ status }) => status)).toContain(409);
      expect(accepted).toHaveLength(1);
      await expectStored({ fileId }, contents[accepted[0] as 0 | 1]);
      await test.cluster.client.files.trash(fileId);
    }
    await test.cluster.client.trash.empty();
  });

  it('report, refuse and cancel an upload that another one receives', async () => {
    const [a, b, c] = test.cluster.nodes;
    const { request, ...upload } = await beginPut(a);
    await expect.poll(() => statusOn(b, upload)).toBe('UPLOADING');
    expect((await put(c, upload)).status).toBe(409);
    expect((await fetch(`${b.url}/files/uploads/${upload.sessionId}`, { method: 'DELETE' })).status).toBe(204);
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    expect([await statusOn(a, upload), await statusOn(c, upload)]).toEqual(['FAILED', 'FAILED']);
    await expect.poll(readRemains).toEqual(nothing);
  });

  it('take over from a writer on another one that has been silent for 10 s', async () => {
    const [a, b] = test.cluster.nodes;
    const { request, ...upload } = await beginPut(a);
    await expect.poll(async () => (await put(b, upload)).status, { interval: 1000 }).toBe(200);
    expect(await request.answer).toMatchObject({ status: 409 });
    request.cut();
    await expectStored(upload, upload.bytes);
  });

  it('leave an upload alone that another one receives when they are killed and start', async () => {
    const [a, b] = test.cluster.nodes;
    const { request, ...upload } = await beginPut(a);
    await b.end('SIGKILL');
    await b.start();
    await expect.poll(() => statusOn(b, upload)).toBe('UPLOADING');
    await request.send(upload.bytes.subarray(MB));
    expect(await request.answer).toMatchObject({ status: 200 });
    request.cut();
    await expectStored(upload, upload.bytes);
  });

  /** Moments in an upload of three parts. */
  const moments = ['in mid-part', 'after the last part', 'after Complete', 'after commit'] as const;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    proxy = await startFaultyProxy(test.engines.ceph.bucket.endpoint);
  });
  afterAll(() => proxy.close());

  const isPart = ({ url = '' }: IncomingMessage, number: number): boolean => url.includes(`partNumber=${number}&`);
  const isComplete = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.includes('uploadId=');
  /** The proxy's action on the request to the object storage that marks the moment. */
  function faultAt(moment: (typeof moments)[number], request: IncomingMessage): Fault | undefined {
    if (moment === 'in mid-part' && isPart(request, 2)) return 'cut';
    if (moment === 'after the last part' && isComplete(request)) return 'cut';
    if (moment === 'after Complete' && isComplete(request)) return 'lost answer';
    return undefined;
  }

  /** Sends an upload to a server, and kills that at the moment. */
  async function interrupt(node: ClusterNode, way: 'put' | 'tus', moment: (typeof moments)[number]): Promise<Upload> {
    // Another identity: the server that starts next does not know what this one has left.
    const server = await startServer({
      ...node.env,
      DRIVE_DATA_DIR: mkdtempSync(join(tmpdir(), 'drive-node-')),
      DRIVE_S3_ENDPOINT: proxy.url,
    });
    const upload = await reserve(20 * MB);
    const reached = Promise.withResolvers<void>();
    proxy.fault = (request) => {
      const fault = faultAt(moment, request);
      if (fault !== undefined) request.socket.once('close', () => reached.resolve());
      return fault;
    };
    const sending = (way === 'put' ? put(node, upload) : patch(node, upload)).catch(() => undefined);
    if (moment === 'after commit')
      await expect.poll(() => statusOn(test.cluster.nodes[1], upload), { interval: 5 }).toBe('COMPLETE');
    else await reached.promise;
    await server.end('SIGKILL');
    await sending;
    return upload;
  }

  it('continue what one has left that was killed at any moment, within 20 s', async () => {
    const [a, b, c] = test.cluster.nodes;
    await a.end('SIGTERM');
    const uploads: Record<string, Upload> = {};
    for (const way of ['put', 'tus'] as const)
      for (const moment of moments) uploads[`${way} ${moment}`] = await interrupt(a, way, moment);

    // No request asks for these.
    const names = new Map(Object.entries(uploads).map(([name, { sessionId }]) => [sessionId, name]));
    const all = async (): Promise<Record<string, unknown>> => {
      const rows = await queryPostgres(
        test.cluster.env['DRIVE_DATABASE_URL'] ?? '',
        `select id, status from upload_sessions where id in (${Array.from(names.keys(), (id) => `'${id}'`).join()})`,
      );
      return Object.fromEntries(rows.map((row) => [names.get(String(row['id'])), row['status']]));
    };
    await expect.poll(all, { timeout: 20_000 }).toMatchObject({
      'put after Complete': 'COMPLETE',
      'put after commit': 'COMPLETE',
      'tus after the last part': 'COMPLETE',
      'tus after Complete': 'COMPLETE',
      'tus after commit': 'COMPLETE',
    });
    await expect.poll(readRemains).toMatchObject({ held: 0 });

    // Their clients come back.
    for (const moment of ['in mid-part', 'after the last part'] as const)
      expect((await put(b, uploads[`put ${moment}`]!)).status).toBe(200);
    const begun = uploads['tus in mid-part']!;
    const offset = await offsetOn(b, begun);
    expect(offset).toBe(8 * 1024 * 1024);
    expect((await patch(c, begun, offset)).status).toBe(204);

    for (const upload of Object.values(uploads)) await expectStored(upload, upload.bytes);
    await expect.poll(readRemains).toEqual(nothing);
    await a.start();
  });
});
