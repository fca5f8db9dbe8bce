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
      expect.arrayContaining([
        '/api/docs q',
        '/share/{token} folder',
        '/share/{token}/comments comment',
        '/reset token',
      ]),
    );
  });

  it('may have a known parameter once, and any number of others', async () => {
    expect((await drive.fetch('/api/docs?q=a&q=b')).status).toBe(400);
    expect((await drive.fetch('/api/docs?q=share&utm_source=x&fbclid=y&utm_source=z')).status).toBe(200);
    expect((await drive.fetch('/api/docs?%E0%A4%A=1&=&q')).status).toBe(200);
  });
});

describe('the search of the API reference', () => {
  const found = async (query: string): Promise<number> => {
    const response = await drive.fetch(`/api/docs?q=${encodeURIComponent(query)}`);
    expect(response.status).toBe(200);
    return (await response.text()).match(/<a class="address"/g)?.length ?? 0;
  };

  it('[P-472] finds operations with every word, and refuses 8,000 words', async () => {
    expect(await found('share slug')).toBeGreaterThan(0);
    expect(await found('SLUG  share')).toBe(await found('share slug'));
    expect(await found('share '.repeat(16))).toBe(await found('share'));
    expect(await found('share nothingofthekind')).toBe(0);
    const refused = await drive.fetch(`/api/docs?q=${'a+'.repeat(8000).slice(0, 15_000)}`, {
      headers: { accept: 'text/html' },
    });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await refused.text()).toContain('must have at most 100 characters');
  });
});
