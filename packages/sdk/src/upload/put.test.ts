import { describe, expect, it } from 'vitest';
import { failure } from '../../test/expect-failure.ts';
import { cut, json, refusal, serve } from '../../test/scripted-server.ts';
import { Network } from '../network.ts';
import { blobBytes } from './byte-source.ts';
import { putBytes } from './put.ts';
import { stalled } from './stall.ts';

const reservation = { sessionId: 's', fileId: 'f', uploadUrl: 'u', directUrl: null, shareToken: null, shortUrl: null };

describe('sending bytes by PUT', () => {
  const status = json(200, { sessionId: 's', status: 'COMPLETE', fileId: 'f', fileName: 'a.txt' });
  const session = (url: string) => ({ ...reservation, uploadUrl: `${url}/files/uploads/s` });

  it('sends the length and no API key', async () => {
    const { client, url, seen } = await serve(status);
    await client.uploads.put(session(url), new Blob(['hello']));
    expect(seen[0]).toMatchObject({ method: 'PUT', body: 'hello', headers: { 'content-length': '5' } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('sends them again after a lost connection', async () => {
    const { client, url, seen } = await serve(cut, status);
    expect(await client.uploads.put(session(url), new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
    expect(seen).toHaveLength(2);
  });

  it('asks for the offset after a stall, by which a proxy leaves out the server that hangs', async () => {
    const { url, seen } = await serve(refusal(503, 'unavailable'), status);
    const unset = { logger: undefined, onRetry: undefined, onWait: undefined, pace: undefined };
    const network = new Network({ fetch, baseUrl: url, headers: {}, ...unset });
    const bytes = blobBytes(new Blob(['hello']), network);
    let attempts = 0;
    const source = {
      ...bytes,
      send: async (...given: Parameters<typeof bytes.send>) => {
        attempts += 1;
        if (attempts === 1) throw stalled(1);
        return bytes.send(...given);
      },
    };
    const transport = { settings: { baseUrl: url, network, maxRetries: 1 } };
    const getStatus = async () => expect.unreachable();
    const options = { onSent: () => {}, signal: undefined, getStatus };
    expect(await putBytes(transport, source, session(url), options)).toMatchObject({ status: 'COMPLETE' });
    expect(seen.map(({ method, url: seenUrl }) => [method, seenUrl])).toEqual([
      ['HEAD', '/files/tus/s'],
      ['PUT', '/files/uploads/s'],
    ]);
  });

  it('succeeds if only the response was lost', async () => {
    const { client, url, seen } = await serve(cut, refusal(409, 'upload_already_complete'), status);
    expect(await client.uploads.put(session(url), new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });

  it('waits for the lease of a server that was killed while it received them, beyond the retries', async () => {
    const held = refusal(409, 'upload_in_progress', { 'retry-after': '0' });
    const { client, url, seen } = await serve(cut, held, held, held, held, status);
    const sending = client.uploads.put(session(url), new Blob(['hello']), { maxRetries: 1 });
    expect(await sending).toMatchObject({ status: 'COMPLETE' });
    expect(seen).toHaveLength(6);
  });

  it('does not wait for another client that sends them', async () => {
    const { client, url, seen } = await serve(refusal(409, 'upload_in_progress'));
    expect(await failure(client.uploads.put(session(url), new Blob(['hello'])))).toMatchObject({
      code: 'upload_in_progress',
    });
    expect(seen).toHaveLength(1);
  });

  it('throws at once if a retry cannot help', async () => {
    const { client, url } = await serve(refusal(410, 'upload_session_expired'));
    expect(await failure(client.uploads.put(session(url), new Blob(['hello'])))).toMatchObject({
      code: 'upload_session_expired',
    });
  });
});
