import { expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';
import { listFiles } from '../../test/list-files.ts';
import { startProxy } from '../../test/proxy.ts';

/** The limits of a visitor are the defaults. The clock does not advance, so nothing is refilled. */
const me = useDrive({ settings: { RATE_API: '60', RATE_FILES: '3000', RATE_TRANSFERS: '30000' } });
const [folders, filesPerFolder] = [10, 100];

it(
  'one command downloads 1,000 files of a limited link within the limits of requests, as one download',
  { timeout: 600_000 },
  async () => {
    for (let folder = 0; folder < folders; folder += 1) {
      const paths = Array.from({ length: filesPerFolder }, (_, file) => `/Many/${folder}/${file}.txt`);
      await me.put(paths[0] ?? '');
      await Promise.all(paths.slice(1).map((path) => me.put(path)));
    }
    const link = (await me.on('share', '/Many', '--max-downloads', '1')).out.trim();
    const proxy = await startProxy(() => me.drive.url);
    me.drive.clock.advance(60_000);
    const { code, err } = await me.asVisitor('download', link.replace(me.drive.url, proxy.url), '-j', '8');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(listFiles(me.here('Many')).filter((path) => path.endsWith('.txt'))).toHaveLength(folders * filesPerFolder);
    expect(me.read('Many/9/99.txt')).toBe('/Many/9/99.txt');
    expect(proxy.calls.filter((call) => call.startsWith('POST') && call.endsWith('/tickets'))).toHaveLength(1);
    await me.drive.drain();
    me.drive.clock.advance(60_000);
    expect((await me.on('shares', 'show', link)).out).toMatch(/^downloads +1 of 1$/m);
  },
);
