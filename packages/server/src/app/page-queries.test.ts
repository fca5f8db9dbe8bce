import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { startDrive, type Drive } from '../../test/drive.ts';
import { sharedApi } from '../../test/shared.ts';
import { pageQueries } from '../platform/http/index.ts';

let drive: Drive;
let token: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  const user = await drive.createUser();
  const mine = sharedApi(drive, user);
  token = (await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true })).shareToken;
});
afterAll(() => drive.close());

/** The text inside optional fields, defaults and fallbacks. */
function textOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? textOf(def.innerType) : schema;
}
const fields = (): [name: string, schema: z.core.$ZodType][] =>
  pageQueries.flatMap(({ shape }) => Object.entries(shape) as [string, z.core.$ZodType][]);

describe('the query of a page', () => {
  it('[P-471] is bounded in every field, as that of an endpoint is', () => {
    expect(fields().length).toBeGreaterThan(20);
    const unbounded = fields().filter(([, schema]) => {
      const text = textOf(schema);
      const checks = (text._zod.def.checks ?? []).map((check) => check._zod.def.check);
      return text._zod.def.type !== 'enum' && !(text._zod.def.type === 'string' && checks.includes('max_length'));
    });
    expect(unbounded).toEqual([]);
  });

  it('is answered by no page with a server error, however long a known parameter is', async () => {
    const names = [...new Set(fields().map(([name]) => name))];
    const pages = [...drive.app.routes].filter((route) => /^GET (?!\/(api|files)\/(?!docs))/.test(route));
    expect(pages.length).toBeGreaterThan(30);
    const failures: string[] = [];
    const refused = new Set<string>();
    for (const page of pages) {
      const path = page.slice('GET '.length).replaceAll(/\{\w+\}/g, token);
      for (const name of names) {
        const { status, body } = await drive.fetch(`${path}?${name}=${'a+'.repeat(5000)}&utm_source=a&utm_source=b`, {
          redirect: 'manual',
        });
        await body?.cancel();
        if (status >= 500 && path !== '/app') failures.push(`${page} ${name}: ${status}`);
        if (status === 400) refused.add(`${page.slice('GET '.length)} ${name}`);
      }
    }
    expect(failures).toEqual([]);
    expect([...refused]).toEqual(
      expect.arrayContaining(['/share/{token} folder', '/share/{token}/comments comment', '/reset token']),
    );
  });

  const visit = (query: string): Promise<Response> =>
    drive.fetch(`/share/${token}?${query}`, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });

  it('may have a known parameter once, and any number of others', async () => {
    expect((await visit('page=1&page=1')).status).toBe(400);
    expect((await visit('page=1&utm_source=x&fbclid=y&utm_source=z')).status).toBe(200);
    expect((await visit('%E0%A4%A=1&=&page')).status).toBe(200);
  });

  it('[P-472] is refused by a page that says so if a parameter is too long', async () => {
    const refused = await visit(`page=${'a+'.repeat(8000).slice(0, 15_000)}`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await refused.text()).toContain('must have at most 100 characters');
  });
});
