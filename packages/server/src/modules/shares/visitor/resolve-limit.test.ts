import type { ShareDescriptor } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { startDrive } from '../../../../test/drive.ts';
import { treeOn } from '../../../../test/tree/tree.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' };

describe('the limit on resolving', () => {
  test('[P-154] counts calls, pages and wrong short links of one network together, and a followed short link once', async () => {
    const limited = await startDrive({ featureBudgets: { shareResolve: { calls: 4, seconds: 60 } } });
    try {
      const { userId, key } = await limited.createUser();
      const { id } = await treeOn(limited).upload(userId, 'a.txt');
      const response = await limited.fetch(`/api/files/${id}/share`, { method: 'POST', key });
      const { shareToken, shortUrl } = (await response.json()) as ShareDescriptor;
      const statusOf = async (path: string): Promise<number> =>
        (await limited.fetch(path, { headers: browser })).status;

      expect(await statusOf(shortUrl)).toBe(302);
      expect(await statusOf(`/share/${shareToken}`)).toBe(200);
      expect(await statusOf('/s/nothing')).toBe(404);
      expect(await statusOf(`/api/public/share/${shareToken}`)).toBe(200);
      expect(await statusOf('/api/public/share/nothing')).toBe(404);
      for (const path of [shortUrl, `/share/${shareToken}`, `/api/public/share/${shareToken}`]) {
        const refused = await limited.fetch(path, { headers: { ...browser, accept: '*/*' } });
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
      }
      limited.clock.advance(60_000);
      expect(await statusOf(`/share/${shareToken}`)).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
