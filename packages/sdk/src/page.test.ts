import { describe, expect, it } from 'vitest';
import { json, refusal, serve } from '../test/scripted-server.ts';

describe('a list', () => {
  const page = (number: number) =>
    json(200, {
      files: [{ id: `${number}` }],
      pagination: { currentPage: number, totalItems: 3, totalPages: 3, nextCursor: number < 3 ? `c${number}` : null },
    });

  it('resolves to the requested page when awaited', async () => {
    const { client, seen } = await serve(page(2));
    expect(await client.files.list({ page: 2 })).toMatchObject({ items: [{ id: '2' }], pagination: { totalPages: 3 } });
    expect(seen[0]?.url).toBe('/api/files?page=2');
  });

  it('yields every item from that page on when iterated', async () => {
    const { client, seen } = await serve(page(1), page(2), page(3));
    const ids: string[] = [];
    for await (const item of client.files.list({ limit: 1, sort: 'name' })) ids.push(item.id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/files?limit=1&sort=name',
      '/api/files?sort=name&limit=1&cursor=c1',
      '/api/files?sort=name&limit=1&cursor=c2',
    ]);
  });

  it('is iterated in pages of 200 from the requested page on unless a limit is given', async () => {
    const { client, seen } = await serve(page(2), page(3), page(3));
    const list = client.files.list({ page: 2 });
    const numbers: number[] = [];
    for await (const { pagination } of list.pages()) numbers.push(pagination.currentPage);
    expect(numbers).toEqual([2, 3]);
    expect(seen.map(({ url }) => url)).toEqual(['/api/files?page=2&limit=200', '/api/files?limit=200&cursor=c2']);
    await list;
    expect(seen[2]?.url).toBe('/api/files?page=2');
  });

  it('behaves like a promise', async () => {
    const { client, seen } = await serve(page(1), refusal(404, 'folder_not_found'));
    const list = client.files.list();
    expect(seen).toHaveLength(0);
    const [first, second] = await Promise.all([list, list.then(({ items }) => items.length)]);
    expect([first.items.length, second, seen.length]).toEqual([1, 1, 1]);
    let isOver = false;
    const failed = client.files.list().finally(() => (isOver = true));
    expect(await failed.catch((error: unknown) => error)).toMatchObject({ code: 'folder_not_found' });
    expect(isOver).toBe(true);
  });

  it('fetches pages only when needed', async () => {
    const { client, seen } = await serve(page(1));
    for await (const item of client.files.list()) {
      expect(item.id).toBe('1');
      break;
    }
    expect(seen).toHaveLength(1);
  });
});
