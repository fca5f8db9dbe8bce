import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import type { NewShare, OpenedShare } from '../index.ts';
import { downloadFolder, SharedUrls } from './index.ts';

const contents = { 'a.txt': 'a', 'Day 1/b.txt': 'b', 'Day 1/Evening/c.txt': 'c', 'z.bin': 'z'.repeat(900_000) };

interface Shared extends Scene {
  readonly share: OpenedShare;
  readonly token: string;
  downloads(): Promise<readonly [downloads: number, left: number | null | undefined]>;
}
async function shared(options: NewShare = {}): Promise<Shared> {
  const scene = await startScene();
  const { client, drive } = scene;
  for (const [path, text] of Object.entries(contents)) await client.uploads.uploadTo(`/Trip/${path}`, new Blob([text]));
  await client.files.ensureFolder('/Trip/Empty');
  const { id } = await client.files.getByPath('/Trip');
  const { shareToken: token } = await client.shares.createForFolder(id, options);
  const share = await client.public.open(token);
  const downloads = async () => {
    await drive.drain();
    const [listed] = (await client.shares.list()).items;
    const opened = await client.public.open(token).catch(() => undefined);
    return [listed?.downloadCount ?? -1, opened?.info.downloadsLeft] as const;
  };
  return { ...scene, share, token, downloads };
}
const readTree = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = `${entry.parentPath}/${entry.name}`;
        return [path.slice(directory.length + 1), readFileSync(path, 'utf8')];
      }),
  );

describe('the download of a shared folder', () => {
  it.each([{ maxDownloads: 1 }, {}])('with %j writes its tree and counts as one', async (options) => {
    const { share, path, downloads } = await shared(options);
    const target = path('copy');
    const { files, failed } = await downloadFolder(share, null, target);
    expect(failed).toEqual([]);
    expect(files.map((file) => file.path).toSorted()).toEqual(Object.keys(contents).toSorted());
    expect(readTree(target)).toEqual(contents);
    expect(readdirSync(target)).toContain('Empty');
    expect((await downloads())[0]).toBe(1);
  });

  it('downloads one of its folders, or the files of a multi-share', async () => {
    const { share, client, path } = await shared();
    const day = (await share.list()).items.find(({ name }) => name === 'Day 1');
    await downloadFolder(share, day?.id ?? '', path('day'));
    expect(readTree(path('day'))).toEqual({ 'b.txt': 'b', 'Evening/c.txt': 'c' });
    const ids = await Promise.all(['/Trip/a.txt', '/Trip/Day 1/b.txt'].map((at) => client.files.getByPath(at)));
    const { shareToken } = await client.shares.createMulti({ fileIds: ids.map(({ id }) => id) });
    await downloadFolder(await client.public.open(shareToken), null, path('two'));
    expect(readTree(path('two'))).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  it('that was interrupted is resumed with its ticket, within the same count', async () => {
    const { share, client, token, path, proxy, downloads } = await shared({ maxDownloads: 1 });
    const target = path('copy');
    const stop = new AbortController();
    proxy.fault = (request) =>
      request.path.includes('z.bin') ? { stallAnswerAfter: 300_000, onStall: () => stop.abort() } : undefined;
    let ticket: string | undefined;
    const keep = (given: string): void => void (ticket = given);
    const interrupted = downloadFolder(share, null, target, { signal: stop.signal, onTicket: keep });
    expect(await failure(interrupted)).toMatchObject({ code: 'aborted' });
    proxy.fault = () => undefined;
    expect(await downloads()).toEqual([1, undefined]);
    expect(await failure(client.public.open(token))).toMatchObject({ code: 'share_limit_reached' });
    const again = await client.public.open(token, { ticket });
    expect([again.ticket, again.info.downloadsLeft]).toEqual([ticket, 0]);
    const { failed } = await downloadFolder(again, null, target);
    expect(failed).toEqual([]);
    expect(readTree(target)).toEqual(contents);
    expect((await downloads())[0]).toBe(1);
  });

  it('over a lost connection takes no more than its one download', async () => {
    const { share, path, proxy, downloads } = await shared({ maxDownloads: 1 });
    const cut = times(1, { cutAnswerAfter: 200_000 });
    const lose = times(1, { cutAnswerAfter: 0 });
    proxy.fault = (request) => {
      if (request.path.endsWith('/tickets')) return lose();
      return request.path.includes('z.bin') ? cut() : undefined;
    };
    expect((await downloadFolder(share, null, path('copy'))).failed).toEqual([]);
    expect(readTree(path('copy'))).toEqual(contents);
    expect(proxy.count('POST', /tickets/)).toBe(2);
    expect((await downloads())[0]).toBe(1);
  });

  it('takes nothing if all files are there already', async () => {
    const { share, path, downloads } = await shared({ maxDownloads: 2 });
    for (let run = 0; run < 3; run += 1)
      expect((await downloadFolder(share, null, path('copy'))).files).toHaveLength(4);
    expect(await downloads()).toEqual([1, 1]);
  });

  it('takes another one for files that the ticket has delivered, if one is left', async () => {
    const { share, path, downloads, client, token, drive } = await shared({ maxDownloads: 2 });
    let ticket: string | undefined;
    const onTicket = (given: string): void => void (ticket = given);
    await downloadFolder(share, null, path('first'), { onTicket });
    expect(await downloads()).toEqual([1, 1]);
    drive.clock.advance(3_600_000);
    const again = await client.public.open(token, { ticket });
    expect((await downloadFolder(again, null, path('second'), { onTicket })).failed).toEqual([]);
    expect([again.ticket === ticket, (await downloads())[0]]).toEqual([false, 2]);
    drive.clock.advance(3_600_000);
    const third = await client.public.open(token, { ticket });
    expect((await downloadFolder(third, null, path('third'))).failed).toMatchObject(
      Array.from({ length: 4 }, () => ({ error: { code: 'share_limit_reached' } })),
    );
  });

  it('replaces a ticket that is not valid any more, and fails at once if no download is left', async () => {
    const { share, path, downloads, client, token } = await shared({ maxDownloads: 1 });
    const tickets: string[] = [];
    const options = { ticket: 'forged', onTicket: (ticket: string) => void tickets.push(ticket) };
    expect((await downloadFolder(share, null, path('copy'), options)).failed).toEqual([]);
    expect(tickets).toHaveLength(1);
    expect((await downloads())[0]).toBe(1);
    const late = await failure(downloadFolder(share, null, path('late')));
    expect(late).toMatchObject({ code: 'share_limit_reached' });
    const used = await client.public.open(token, { ticket: tickets[0] });
    used.useTicket(undefined);
    expect(await failure(new SharedUrls(used).urlOf())).toMatchObject({ code: 'share_limit_reached' });
  });
});
