import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startScene, times } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { putFile } from './index.ts';

describe.each([true, false])('a file on disk put at a path, blocking: %s', (blocking) => {
  it.each([1, 10_000, 64 * 1024, 64 * 1024 + 1, 3_000_000])('arrives with its %i bytes', async (size) => {
    const { client, path, bytesOf } = await startScene();
    const content = randomBytes(size);
    writeFileSync(path('a.bin'), content);
    const item = await putFile(client, '/a.bin', path('a.bin'), { blocking });
    expect(item).toMatchObject({ size, sha256: createHash('sha256').update(content).digest('hex') });
    expect(content.equals(await bytesOf(item.id))).toBe(true);
  });

  it('is stored once if the response is lost', async () => {
    const { client, path, proxy, bytesOf } = await startScene();
    writeFileSync(path('a.txt'), 'hello');
    const lost = times(2, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    const item = await putFile(client, '/a.txt', path('a.txt'), { blocking });
    expect((await bytesOf(item.id)).toString()).toBe('hello');
    expect((await client.files.list()).items).toHaveLength(1);
  });

  it('is refused if it is a folder or missing', async () => {
    const { client, path } = await startScene();
    for (const name of ['.', 'missing'])
      expect(await failure(putFile(client, '/a', path(name), { blocking }))).toMatchObject({
        code: 'invalid_argument',
      });
  });
});
