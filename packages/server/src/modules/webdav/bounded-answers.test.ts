import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { hourMs } from '@drive/base';
import { bytesHeldByTransfers } from '@drive/node-http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { drive, driveForEachTest, user } from '../../../test/use-drive.ts';

const KiB = 1024;
const MiB = KiB * KiB;

let dav: DavApi;
driveForEachTest();
beforeEach(() => {
  dav = davApi(drive, user);
});
afterEach(() => vi.restoreAllMocks());

const lockInfo = (owner: string): string =>
  `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${owner}</D:owner></D:lockinfo>`;
const lockWith = (owner: string, path = '/') => dav.call('LOCK', path, { body: lockInfo(owner) });
const lockdiscovery = '<D:propfind xmlns:D="DAV:"><D:prop><D:lockdiscovery/></D:prop></D:propfind>';
const listLocks = (path: string, depth = '1') =>
  dav.call('PROPFIND', path, { headers: { depth }, body: lockdiscovery });
const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** Shared locks of depth infinity, as if they had been granted. */
async function addLocks(count: number, path = '/', ownerXml = 'o'.repeat(1024)): Promise<void> {
  await drive.database.write(async (tx) => {
    await tx
      .insertInto('dav_locks')
      .values(
        Array.from({ length: count }, () => ({
          token: `urn:uuid:${randomUUID()}`,
          owner_id: user.userId,
          path,
          is_deep: 1 as const,
          is_exclusive: 0 as const,
          owner_xml: ownerXml,
          timeout_seconds: 3600,
          expires_at: drive.clock.now() + hourMs,
        })),
      )
      .execute();
  });
}

async function addFiles(folder: string, count: number): Promise<void> {
  await dav.call('MKCOL', folder);
  for (let from = 0; from < count; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - from) }, (_, n) => dav.put(`${folder}/${from + n}`, 'x')),
    );
}

describe('a LOCK', () => {
  it('answers the lock that it granted, not those beside it', async () => {
    await addLocks(90);
    const granted = await lockWith('me');
    expect([granted.status, countOf(granted.body, '<D:activelock>')]).toEqual([200, 1]);
    expect(granted.body).toContain('<D:owner>me</D:owner>');
    const token = granted.headers.get('lock-token') ?? '';
    const refreshed = await dav.call('LOCK', '/', { headers: { if: `(${token})` } });
    expect([refreshed.status, countOf(refreshed.body, '<D:activelock>')]).toEqual([200, 1]);
    expect(refreshed.body).toContain('<D:owner>me</D:owner>');
    expect(granted.body.length).toBeLessThan(KiB);
  });

  it.each([
    ['o', 1024, 200],
    ['o', 1025, 400],
    ['o', 4000, 400],
    ['ö', 512, 200],
    ['ö', 513, 400],
    ['&lt;', 256, 200],
    ['&lt;', 257, 400],
  ])('has an owner of at most 1 KiB as XML: %s × %d answers %d', async (character, count, status) => {
    const answer = await lockWith(character.repeat(count));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toContain('may have at most 1024');
  });

  it('[P-485] is the last one at 100 of a user, whatever part of the drive the key sees', async () => {
    await dav.call('MKCOL', '/f');
    await dav.call('MKCOL', '/g');
    const { id } = (await treeApi(drive, user).call('GET', '/api/files/by-path?path=/f')).body;
    const other = await drive.createUser();
    await drive.database.write(async (tx) => {
      await tx
        .updateTable('api_keys')
        .set({ user_id: user.userId, folder_id: id })
        .where('user_id', '=', other.userId)
        .execute();
    });
    const limited = davApi(drive, other);
    await addLocks(98, '/g');
    const last = await limited.tryLock('/', { scope: 'shared' });
    const token = last.headers.get('lock-token') ?? '';
    expect([last.status, (await lockWith('me', '/g')).status]).toEqual([200, 200]);
    for (const client of [dav, limited]) {
      const refused = await client.tryLock('/', { scope: 'shared' });
      expect([refused.status, refused.body]).toEqual([507, expect.stringContaining('You hold 100 locks')]);
    }
    // An unmapped URL, which would get an empty file.
    const mine = { scope: 'shared', headers: { if: `(${token})` } } as const;
    expect((await limited.tryLock('/new', mine)).status).toBe(507);
    expect(await limited.members('/')).toEqual([]);

    expect((await limited.call('UNLOCK', '/', { headers: { 'lock-token': token } })).status).toBe(204);
    expect((await limited.tryLock('/', { scope: 'shared' })).status).toBe(200);
    drive.clock.advance(2 * hourMs);
    expect((await lockWith('me')).status).toBe(200);
  });

  it('is granted to 100 of more concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 110 }, () => dav.tryLock('/', { scope: 'shared' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(10);
  });
});

describe('a PROPFIND under locks', () => {
  it('writes each lock in full once, and elsewhere by its token', async () => {
    await addFiles('/many', 3);
    await addLocks(2, '/many');
    const token = await dav.lock('/many/1', { scope: 'shared' });
    const { status, body } = await listLocks('/many');
    expect(status).toBe(207);
    expect([countOf(body, '<D:activelock>'), countOf(body, '<D:owner>'), countOf(body, '<D:timeout>')]).toEqual([
      9, 3, 3,
    ]);
    expect([countOf(body, '<D:locktoken>'), countOf(body, '<D:lockroot>'), countOf(body, '<D:depth>')]).toEqual([
      9, 9, 9,
    ]);
    expect(countOf(body, token)).toBe(1);
    const alone = (await listLocks('/many/2', '0')).body;
    expect([countOf(alone, '<D:activelock>'), countOf(alone, '<D:owner>')]).toEqual([2, 2]);
  });

  it('of more than an answer lists has the status 507 for the property', async () => {
    await addFiles('/many', 40);
    await addLocks(100);
    const { status, body } = await listLocks('/many');
    expect([status, countOf(body, '<D:response>')]).toEqual([207, 41]);
    const refused = countOf(body, '<D:status>HTTP/1.1 507 Insufficient Storage</D:status>');
    expect(countOf(body, '<D:activelock>') / 100).toBe(41 - refused);
    expect(refused).toBeGreaterThan(25);
    // Other properties of those resources are complete.
    const all = (await dav.call('PROPFIND', '/many', { headers: { depth: '1' } })).body;
    expect(countOf(all, '<D:displayname>')).toBe(41);
    expect(countOf(all, '<D:lockdiscovery/>')).toBe(refused);
  });

  it('[P-484] answers less than a megabyte for 100 locks and 300 files', async () => {
    await addFiles('/many', 300);
    await addLocks(100);
    const { status, body } = await listLocks('/many');
    expect([status, countOf(body, '<D:response>')]).toEqual([207, 301]);
    expect(body.length).toBeLessThan(MiB);
  });

  it('lists one lock on every member of a large folder', async () => {
    await addFiles('/many', 300);
    await addLocks(2);
    const { body } = await listLocks('/many');
    expect([countOf(body, '<D:activelock>'), countOf(body, '507 Insufficient')]).toEqual([602, 0]);
  });
});

describe('a PROPFIND of large properties', () => {
  const patchAll = async (files: number): Promise<void> => {
    await addFiles('/props', files);
    const values = Array.from({ length: 4 }, (_, n) => `<p${n} xmlns="urn:x">${String(n).repeat(16_000)}</p${n}>`);
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${values.join('')}</D:prop></D:set></D:propertyupdate>`;
    await Promise.all(Array.from({ length: files }, (_, index) => dav.call('PROPPATCH', `/props/${index}`, { body })));
  };

  it('[P-483] writes few bytes in a turn of the event loop, however fast the client reads', async () => {
    await patchAll(60);
    let bytesOfTurn = 0;
    let turns = 0;
    const most = { bytes: 0 };
    let isOver = false;
    const countTurn = (): void => {
      most.bytes = Math.max(most.bytes, bytesOfTurn);
      if (bytesOfTurn > 0) turns += 1;
      bytesOfTurn = 0;
      if (!isOver) setImmediate(countTurn);
    };
    const { write } = ServerResponse.prototype;
    vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...args) {
      bytesOfTurn += (args[0] as Buffer).length;
      return Reflect.apply(write, this, args);
    });
    setImmediate(countTurn);
    const find = () => dav.call('PROPFIND', '/props', { headers: { depth: '1', 'accept-encoding': 'identity' } });
    const answers = await Promise.all([find(), find(), find(), find()]);
    isOver = true;
    const total = answers.reduce((sum, { body }) => sum + body.length, 0);
    expect(total).toBeGreaterThan(14 * MiB);
    // 128 Ki characters of all answers together, and a buffer of each.
    expect(most.bytes).toBeLessThan(256 * KiB);
    expect(turns).toBeGreaterThan(total / (256 * KiB));
  });

  it('[P-491] holds little for a client that reads slowly', async () => {
    await patchAll(30);
    const sockets: Socket[] = [];
    const responses = new Set<ServerResponse>();
    const { write } = ServerResponse.prototype;
    vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...args) {
      responses.add(this);
      return Reflect.apply(write, this, args);
    });
    const held = bytesHeldByTransfers();
    for (let count = 0; count < 60; count += 1) {
      const socket = connect(Number(new URL(drive.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(
        `PROPFIND /dav/props HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\nDepth: 1\r\nContent-Length: 0\r\n\r\n`,
      );
      await once(socket, 'readable');
      expect(String(socket.read(12))).toBe('HTTP/1.1 207');
    }
    expect(responses.size).toBe(60);
    for (const { writableLength } of responses) expect(writableLength).toBeLessThanOrEqual(64 * KiB);
    expect(bytesHeldByTransfers() - held).toBeLessThanOrEqual(60 * 64 * KiB);
    for (const socket of sockets) socket.destroy();
    await vi.waitUntil(() => bytesHeldByTransfers() === held);
  });

  it('has them all, in the order of their names', async () => {
    await patchAll(20);
    const { body } = await dav.call('PROPFIND', '/props', { headers: { depth: '1' } });
    for (const [n, value] of ['0', '1', '2', '3'].entries()) {
      expect(countOf(body, `<p${n} xmlns="urn:x">${value.repeat(16_000)}</p${n}>`)).toBe(20);
    }
    const names = (
      await dav.call('PROPFIND', '/props', {
        headers: { depth: '1' },
        body: '<D:propfind xmlns:D="DAV:"><D:propname/></D:propfind>',
      })
    ).body;
    expect(countOf(names, '<p0 xmlns="urn:x"/><p1 xmlns="urn:x"/><p2 xmlns="urn:x"/><p3 xmlns="urn:x"/>')).toBe(20);
    const some = (
      await dav.call('PROPFIND', '/props', {
        headers: { depth: '1' },
        body: '<D:propfind xmlns:D="DAV:"><D:prop><p2 xmlns="urn:x"/><D:getetag/><p9 xmlns="urn:x"/></D:prop></D:propfind>',
      })
    ).body;
    expect([countOf(some, '<p2 xmlns="urn:x">2'), countOf(some, '<p9 xmlns="urn:x"/>')]).toEqual([20, 21]);
    expect(countOf(some, '<p2 xmlns="urn:x"/>')).toBe(1);
  });
});

describe('what a request may make the server do', () => {
  it('[P-486] is bounded in the URLs of the header If', async () => {
    await dav.put('/a', 'a');
    const lists = (count: number): string => Array.from({ length: count }, (_, n) => `</dav/x${n}> (["e"])`).join(' ');
    expect(await dav.put('/a', 'b', { if: lists(16) })).toBe(412);
    expect(await dav.put('/a', 'b', { if: lists(17) })).toBe(400);
    // Tokens are compared without looking anything up.
    const tokens = Array.from({ length: 60 }, (_, n) => `</dav/x${n}> (<urn:uuid:x>)`).join(' ');
    expect(await dav.put('/a', 'b', { if: tokens })).toBe(412);
    const etag = (await dav.call('HEAD', '/a')).headers.get('etag') ?? '';
    expect((await dav.call('DELETE', '/a', { headers: { if: `</dav/x> (["e"]) </dav/a> ([${etag}])` } })).status).toBe(
      204,
    );
  });

  it('reads one list of the header If in the transaction, the one that was true before it', async () => {
    await dav.put('/a', 'a');
    let reads = 0;
    const { write } = drive.database;
    vi.spyOn(drive.database, 'write').mockImplementation((work, ...rest) =>
      Reflect.apply(write, drive.database, [
        (tx: object) =>
          work(
            new Proxy(tx, {
              get: (target, name) => {
                reads += 1;
                const value = Reflect.get(target, name) as unknown;
                return typeof value === 'function' ? (value.bind(target) as unknown) : value;
              },
            }) as never,
          ),
        ...rest,
      ]),
    );
    const readsOf = async (header: string): Promise<number> => {
      await dav.put('/a', 'a');
      const etag = (await dav.call('HEAD', '/a')).headers.get('etag') ?? '';
      reads = 0;
      const answer = await dav.call('DELETE', '/a', { headers: { if: `${header} </dav/a> ([${etag}])` } });
      expect(answer.status).toBe(204);
      return reads;
    };
    const others = Array.from({ length: 15 }, (_, n) => `</dav/${'x/'.repeat(50)}${n}> (["e"])`).join(' ');
    await readsOf('');
    const few = await readsOf('');
    expect(few).toBeGreaterThan(2);
    expect(await readsOf(others)).toBe(few);
  });

  it.each([
    [6000, (n: number) => `xmlns:n${n}="u"`],
    [65, (n: number) => `a${n}="v"`],
  ])('[P-487] is bounded in the attributes of an element: %d', async (count, attribute) => {
    const attributes = Array.from({ length: count }, (_, n) => attribute(n)).join(' ');
    const answer = await dav.call('PROPFIND', '/', {
      headers: { depth: '0' },
      body: `<D:propfind xmlns:D="DAV:" ${attributes}><D:allprop/></D:propfind>`,
    });
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('more than 64 attributes')]);
  });
});
