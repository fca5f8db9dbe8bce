import { describe, expect, it } from 'vitest';
import { failure } from '../../test/expect-failure.ts';
import { cut, json, refusal, serve, testKey, type Step } from '../../test/scripted-server.ts';

const reservation = { sessionId: 's', fileId: 'f', uploadUrl: 'u', shareToken: null, shortUrl: null };
const status = (of: string): Step => json(200, { sessionId: 's', status: of, fileId: 'f', fileName: 'a.txt' });
const accepted: Step = (response) => void response.writeHead(200).end();
const denied: Step = (response) => void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');

describe('sending bytes to the object storage itself', () => {
  /** A server that is the storage, too; `by` answers PUTs to it. */
  const start = async (by: Step, ...answers: Step[]) => {
    let count = 0;
    const rest = await serve((response, request) => {
      const step = request.url.startsWith('/bucket/') ? by : answers[Math.min(count++, answers.length - 1)];
      step?.(response, request);
    });
    const session = {
      ...reservation,
      uploadUrl: `${rest.url}/files/uploads/s`,
      directUrl: `${rest.url}/bucket/direct/s?X-Amz-Signature=x`,
    };
    const put = () => rest.client.uploads.put(session, new Blob(['hello']));
    const requests = () => rest.seen.map(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`);
    return { ...rest, session, put, requests };
  };
  const direct = 'PUT /bucket/direct/s';
  const query = 'GET /api/uploads/s/status';
  const byServer = 'PUT /files/uploads/s';

  it('sends the length, no API key and no header of the client, and queries the status', async () => {
    const { put, seen, requests } = await start(accepted, status('COMPLETE'));
    expect(await put()).toMatchObject({ status: 'COMPLETE', fileName: 'a.txt' });
    expect(requests()).toEqual([direct, query]);
    expect(seen[0]).toMatchObject({ body: 'hello', headers: { 'content-length': '5' } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[1]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  it('waits while another request makes the bytes a file', async () => {
    const { put, requests } = await start(accepted, status('PENDING'), status('COMPLETE'));
    expect(await put()).toMatchObject({ status: 'COMPLETE' });
    expect(requests()).toEqual([direct, query, query]);
  });

  it('sends them to the server if the storage refuses them', async () => {
    const { put, requests } = await start(denied, status('COMPLETE'));
    expect(await put()).toMatchObject({ status: 'COMPLETE' });
    expect(requests()).toEqual([direct, byServer]);
  });

  it('sends them to the server if the storage cannot be reached, and the next ones at once', async () => {
    const { put, requests } = await start(cut, status('COMPLETE'));
    await put();
    await put();
    expect(requests()).toEqual([direct, direct, byServer, byServer]);
  });

  it('reports that the name was taken meanwhile, and sends nothing again', async () => {
    const { put, requests } = await start(accepted, refusal(409, 'name_conflict'));
    expect(await failure(put())).toMatchObject({ code: 'name_conflict', status: 409 });
    expect(requests()).toEqual([direct, query]);
  });

  it('stops when the caller aborts', async () => {
    const stop = new AbortController();
    const { client, session, requests } = await start(() => stop.abort(), status('COMPLETE'));
    const sending = client.uploads.put(session, new Blob(['hello']), { signal: stop.signal });
    expect(await failure(sending)).toMatchObject({ code: 'aborted' });
    expect(requests()).toEqual([direct]);
  });

  it('reports progress of a resumable upload, and continues it through the server if the storage fails', async () => {
    for (const [by, last] of [
      [accepted, query],
      [denied, 'PATCH /files/tus/s'],
    ] as const) {
      const started = await start(by, (response, request) => {
        if (request.method === 'POST') json(201, started.session)(response, request);
        else if (request.method === 'PATCH')
          response.writeHead(204, { 'tus-resumable': '1.0.0', 'upload-offset': '5' }).end();
        else if (request.method === 'HEAD')
          response.writeHead(200, { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-length': '5' }).end();
        else status('COMPLETE')(response, request);
      });
      const progress: number[] = [];
      await started.client.uploads.upload(new Blob(['hello']), {
        name: 'a.txt',
        resumable: true,
        onProgress: ({ bytes }) => progress.push(bytes),
      });
      expect(progress.at(-1)).toBe(5);
      expect(started.requests()).toContain(direct);
      expect(started.requests()).toContain(last);
    }
  });
});
