import { describe, expect, it } from 'vitest';
import { failure } from '../../test/expect-failure.ts';
import { cut, json, refusal, serve } from '../../test/scripted-server.ts';

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

  it('succeeds if only the response was lost', async () => {
    const { client, url, seen } = await serve(cut, refusal(409, 'upload_already_complete'), status);
    expect(await client.uploads.put(session(url), new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });

  it('throws at once if a retry cannot help', async () => {
    const { client, url } = await serve(refusal(410, 'upload_session_expired'));
    expect(await failure(client.uploads.put(session(url), new Blob(['hello'])))).toMatchObject({
      code: 'upload_session_expired',
    });
  });
});
