import { describe, expect, it } from 'vitest';
import { startScene, times } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';

const blob = (text: string): Blob => new Blob([text], { type: 'text/plain' });

describe('a file put at a path', () => {
  it('is stored in one request with its folders', async () => {
    const { client, proxy, bytesOf } = await startScene();
    const modifiedAt = new Date(Date.UTC(2020, 0, 2, 3, 4, 5, 678));
    const item = await client.files.put('/a b/Süß #1?.txt', blob('hello'), { share: true, modifiedAt });
    expect(item).toMatchObject({
      name: 'Süß #1?.txt',
      size: 5,
      mimeType: 'text/plain',
      modifiedAt: modifiedAt.toISOString(),
      shareMode: 'SHARED',
    });
    expect(proxy.count('PUT', /by-path/)).toBe(1);
    expect(await client.files.getByPath('/a b/Süß #1?.txt')).toEqual(item);
    expect((await bytesOf(item.id)).toString()).toBe('hello');
  });

  it('resolves a conflict as given', async () => {
    const { client } = await startScene();
    const first = await client.files.put('/a.txt', blob('old'));
    expect(await client.files.put('/a.txt', blob('new'))).toMatchObject({ name: 'a (1).txt' });
    expect(await failure(client.files.put('/a.txt', blob('x'), { onConflict: 'fail' }))).toMatchObject({
      code: 'name_conflict',
    });
    const replaced = await client.files.put('/a.txt', blob('newer'), { onConflict: 'replace' });
    expect(replaced).toMatchObject({ id: first.id, size: 5 });
    expect(await failure(client.files.put('/a.txt', blob('x'), { ifSha256: first.sha256 ?? '' }))).toMatchObject({
      code: 'precondition_failed',
    });
    const ifSha256 = replaced.sha256 ?? '';
    expect(await client.files.put('/a.txt', blob('last'), { ifSha256 })).toMatchObject({ id: first.id, size: 4 });
  });

  it.each(['rename', 'replace', 'fail'] as const)('is stored once if the response is lost: %s', async (onConflict) => {
    const { client, proxy } = await startScene();
    const lost = times(2, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    const item = await client.files.put('/a.txt', blob('hello'), { onConflict });
    expect(item).toMatchObject({ name: 'a.txt', size: 5 });
    expect(proxy.count('PUT', /by-path/)).toBe(1);
    expect((await client.files.list()).items).toHaveLength(1);
    expect((await client.account.me()).usedBytes).toBe(5);
  });

  it('may be empty, begin in a folder, and be sent with a session', async () => {
    const { client, newClient, user, proxy } = await startScene();
    const { id: folderId } = await client.files.createFolder({ name: 'src' });
    const signedIn = newClient({ apiKey: '' });
    await signedIn.auth.login({ email: user.email, password: user.password });
    const item = await signedIn.files.put('/lib/__init__.py', blob(''), { folderId });
    expect(item).toMatchObject({ name: '__init__.py', size: 0 });
    expect(await client.files.getByPath('/src/lib/__init__.py')).toEqual(item);
    expect(await client.files.getByPath('/lib/__init__.py', { folderId })).toEqual(item);
    // A lost response is found in the folder.
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    const again = await signedIn.files.put('/lib/py.typed', blob(''), { folderId });
    expect((await client.files.list({ parentId: item.parentId! })).items.map(({ id }) => id).toSorted()).toEqual(
      [item.id, again.id].toSorted(),
    );
  });

  it('is refused without a request if it has no path', async () => {
    const { client, proxy } = await startScene();
    for (const path of ['a.txt', '/a/'])
      expect(await failure(client.files.put(path, blob('x')))).toMatchObject({ code: 'invalid_argument' });
    expect(proxy.count('PUT', /by-path/)).toBe(0);
  });
});
