import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverCount } from '../../../../server/test/drive.ts';
import { cli, type Finished } from '../../../test/cli.ts';
import { jsonLines, sha256, useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld } from '../../../test/fake-world.ts';
import { startProxy, type ProxyHooks } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

const me = useDrive();
const { list, names, write } = me;
const journals = (): string[] => {
  const directory = join(me.home, '.local/state/drive/uploads');
  return existsSync(directory) ? readdirSync(directory) : [];
};

/** Too large to be sent to its path without a reservation. */
const reservedBytes = 1024 * 1024 + 1;

describe('after an interruption', () => {
  it('a file is sent again if its content on the server was replaced by another of the same size', async () => {
    write('a.txt', 'one');
    const argv = ['upload', 'a.txt', 'missing.txt'];
    expect((await me.on(...argv)).code).toBe(3);
    write('other/a.txt', 'two');
    await me.on('upload', 'other/a.txt', '--on-conflict', 'replace');
    expect((await me.on(...argv)).code).toBe(3);
    expect((await list()).map(({ name, sha256: sum }) => [name, sum])).toEqual([
      ['a (1).txt', sha256('one')],
      ['a.txt', sha256('two')],
    ]);
  });

  it('the same command resumes: each file is stored once, after an interruption at any point', async () => {
    for (let number = 0; number < 40; number++) write(`many/${String(number).padStart(2, '0')}.txt`);
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '3'];
    const first = await me.interruptAfter(7, ...argv);
    expect(first.code).toBe(130);
    const [message = {}] = jsonLines(first.err).filter(({ level }) => level === 'error');
    expect(message).toMatchObject({ message: expect.stringMatching(/^interrupted: \d+ of 40 files/) as string });
    expect(message['hint']).toContain('run the same command again');

    const there = await names('/many');
    expect(there.length).toBeGreaterThanOrEqual(7);
    expect(there.length).toBeLessThan(40);
    const second = await me.on(...argv);
    expect(second.code).toBe(0);
    const statuses = jsonLines(second.out).map(({ status }) => status);
    // Up to three were in progress when the list was read.
    const present = statuses.filter((status) => status === 'present').length;
    expect(present).toBeGreaterThanOrEqual(there.length);
    expect(present).toBeLessThanOrEqual(there.length + 3);
    expect(await names('/many')).toEqual(readdirSync(join(me.home, 'many')).toSorted());
    expect(journals()).toEqual([]);
  });

  it('does not send a small file again if only its completion was not received', async () => {
    write('a.txt', 'small');
    let puts = 0;
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming) {
        if (incoming.method !== 'PUT' || ++puts > 1) return false;
        const { authorization = '' } = incoming.headers;
        const sent = { method: 'PUT', headers: { authorization }, body: 'small' };
        void fetch(me.drive.url + incoming.url, sent).then(() => world.interrupt());
        return true;
      },
    });
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: me.home, argv: ['upload', 'a.txt'], env });
    expect(await run(world)).toBe(130);
    expect(await me.with({ env }, 'upload', 'a.txt', '--json')).toMatchObject({ code: 0 });
    expect([puts, await names()]).toEqual([1, ['a.txt']]);
  });

  it.each([
    ['once if the request of an interrupted run completes meanwhile', 'small', ['a.txt']],
    ['beside another file that gets its name meanwhile', 'other', ['a (1).txt', 'a.txt']],
  ])('stores a small file %s', async (_what, body, expected) => {
    write('a.txt', 'small');
    let puts = 0;
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.method !== 'PUT' || ++puts > 1) return false;
        const { authorization = '' } = incoming.headers;
        // The proxy answers 503 when the request of the other run is complete.
        const sent = { method: 'PUT', headers: { authorization }, body };
        void fetch(me.drive.url + incoming.url, sent).then(() =>
          outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{}'),
        );
        return true;
      },
    });
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    expect(await me.with({ env }, 'upload', 'a.txt')).toMatchObject({ code: 0, out: `/${expected[0]}\n` });
    expect(await names()).toEqual(expected);
  });

  it('uses existing reservations, so that the quota is consumed once', async () => {
    for (let number = 0; number < 20; number++) write(`many/${number}.bin`, Buffer.alloc(reservedBytes, number));
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(5, ...argv);
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    const account = (await me.drive.fetch('/api/me', { key: me.user.key }).then((answer) => answer.json())) as {
      usedBytes: number;
    };
    expect(account.usedBytes).toBe(20 * reservedBytes);
  });

  it('uploads lists what is unfinished, and cancels it and its reservation', async () => {
    for (const name of ['a', 'b', 'c', 'd']) write(`many/${name}`, Buffer.alloc(reservedBytes, name));
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(1, ...argv);
    const unfinished = async () => JSON.parse((await me.on('uploads', 'list', '--json')).out) as { path: string }[];
    const paths = (await unfinished()).map(({ path }) => path);
    expect(paths.at(-1)).toBe(join(me.home, 'many/d'));
    expect(paths.length).toBeGreaterThanOrEqual(2);
    const other = await me.drive.createUser();
    expect((await me.with({ env: { DRIVE_API_KEY: other.key } }, 'uploads', 'list')).out).toBe('');

    expect(await me.on('uploads', 'cancel')).toMatchObject({ code: 2 });
    expect(await me.on('uploads', 'cancel', 'many/a')).toMatchObject({ code: 5 });
    expect(await me.on('uploads', 'cancel', 'many/d', 'many/a')).toMatchObject({ code: 3 });
    expect((await unfinished()).map(({ path }) => path)).toEqual(paths.slice(0, -1));
    expect(await me.on('uploads', 'cancel', '--all')).toMatchObject({ code: 0 });
    expect(await unfinished()).toEqual([]);
    const usedBytes = async () =>
      ((await (await me.drive.fetch('/api/me', { key: me.user.key })).json()) as { usedBytes: number }).usedBytes;
    expect(await usedBytes()).toBe((4 - paths.length) * reservedBytes);
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names('/many')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('recognizes a file that the server renamed', async () => {
    write('many/a.txt', 'mine');
    write('many/b.txt');
    write('other/many/a.txt', 'theirs');
    await cli(['upload', '-r', 'many'], { cwd: join(me.home, 'other'), home: me.home, env: me.env });
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(1, ...argv);
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names('/many')).toEqual(['a (1).txt', 'a.txt', 'b.txt']);
  });

  it('sends a file again if it has changed', async () => {
    for (const name of ['a', 'b', 'c']) write(`many/${name}`, 'old');
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(2, ...argv);
    write('many/a', 'new');
    utimesSync(join(me.home, 'many/a'), new Date(), new Date(Date.now() + 5_000));
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect((await list('/many')).map((item) => [item.name, item.sha256])).toContainEqual(['a (1)', sha256('new')]);
  });

  it('reports a skipped file again, and replaces it with another policy', async () => {
    write('many/a.txt', 'theirs');
    await me.on('upload', '-r', 'many');
    write('many/a.txt', 'mine!!');
    write('many/back\\slash');
    const statusWith = async (policy: string): Promise<unknown> => {
      const { code, out } = await me.on('upload', '-r', 'many', '--json', '--on-conflict', policy);
      expect(code).toBe(3);
      return jsonLines(out).find(({ remotePath }) => remotePath === '/many/a.txt')?.['status'];
    };
    expect([await statusWith('skip'), await statusWith('skip')]).toEqual(['skipped', 'skipped']);
    expect(await statusWith('replace')).toBe('uploaded');
    expect(await list('/many')).toMatchObject([{ name: 'a.txt', sha256: sha256('mine!!') }]);
  });

  it('sends a file again if it was deleted from its folder or moved away', async () => {
    for (const name of ['a', 'b', 'c', 'd']) write(`many/${name}`, Buffer.alloc(reservedBytes, name));
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(2, ...argv);
    expect((await names('/many')).slice(0, 2)).toEqual(['a', 'b']);
    await me.on('rm', '/many/a');
    await me.on('mv', '/many/b', '/kept');
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names('/many')).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    ['renamed', ['mv', '/many', '/old'], ['a', 'b', 'c', 'd']],
    ['trashed', ['rm', '-r', '/many'], undefined],
  ])('ignores the reservations for a folder that was %s', async (_what, command, old) => {
    for (const name of ['a', 'b', 'c', 'd']) write(`many/${name}`, Buffer.alloc(reservedBytes, name));
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(1, ...argv);
    const before = await names('/many');
    await me.on(...command);
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names('/many')).toEqual(['a', 'b', 'c', 'd']);
    expect(await names()).toEqual(old === undefined ? ['many'] : ['many', 'old']);
    if (old !== undefined) expect(await names('/old')).toEqual(before);
  });

  it('sends a large file again if its content on the server was replaced after it was stored', async () => {
    const bytes = Buffer.alloc(reservedBytes, 'a');
    write('a.bin', bytes);
    const argv = ['upload', 'a.bin', 'missing.txt', '--on-conflict', 'replace'];
    expect((await me.on(...argv)).code).toBe(3);
    await me.client().files.put('/a.bin', new Blob([Buffer.alloc(reservedBytes, 'b')]), { onConflict: 'replace' });
    expect((await me.on(...argv)).code).toBe(3);
    expect(await list()).toMatchObject([{ name: 'a.bin', sha256: sha256(bytes) }]);
  });

  it('sends a deleted folder again completely, also after earlier failures', async () => {
    write('many/a');
    write('many/back\\slash');
    const argv = ['upload', '-r', 'many'];
    expect(await me.on(...argv)).toMatchObject({ code: 3 });
    await me.on('rm', '-r', '/many');
    expect(await me.on(...argv)).toMatchObject({ code: 3 });
    expect(await names('/many')).toEqual(['a']);
  });

  /** Stops the first run when the server has the complete file, before the response. */
  async function loseTheAnswer(): Promise<{ again(answer?: ProxyHooks['answer']): Promise<Finished> }> {
    const bytes = Buffer.alloc(reservedBytes, 'a');
    write('a', bytes);
    let answer: ProxyHooks['answer'] = (incoming) => {
      if (incoming.method !== 'PUT') return false;
      void fetch(me.drive.url + incoming.url, { method: 'PUT', body: bytes }).then(() => world.interrupt());
      return true;
    };
    const proxy = await startProxy(() => me.drive.url, { answer: (...call) => answer?.(...call) === true });
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: me.home, argv: ['upload', 'a'], env });
    expect(await run(world)).toBe(130);
    expect(await names()).toEqual(['a']);
    return {
      again: (next) => {
        answer = next;
        return me.with({ env }, 'upload', 'a');
      },
    };
  }

  it.each([
    ['deleted', ['rm', '/a'], 'a'],
    ['moved away', ['mv', '/a', '/else'], 'a'],
    ['renamed', ['mv', '/a', '/b'], 'b'],
  ])(
    'checks the current folder: a file whose completion was not received, and was %s',
    async (_what, command, expected) => {
      const { again } = await loseTheAnswer();
      await me.grow('/else/');
      await me.on(...command);
      expect(await again()).toMatchObject({ code: 0 });
      expect(await names()).toEqual(['else', expected]);
    },
  );

  it('does not send a file again whose completion was not received, and whose digest the storage does not tell yet', async () => {
    const { again } = await loseTheAnswer();
    const finished = await again((incoming, outgoing) => {
      if (incoming.method !== 'GET' || !incoming.url!.startsWith('/api/files')) return false;
      const headers = incoming.headers as Record<string, string>;
      void fetch(me.drive.url + incoming.url, { headers }).then(async (response) => {
        outgoing.writeHead(response.status, { 'content-type': 'application/json' });
        outgoing.end((await response.text()).replace(/"sha256":"[0-9a-f]+"/g, '"sha256":null'));
      });
      return true;
    });
    expect(finished).toMatchObject({ code: 0, out: '/a\n' });
    expect(await names()).toEqual(['a']);
  });

  it('sends a file again whose completion was not received, and whose content was replaced', async () => {
    const { again } = await loseTheAnswer();
    await me.client().files.put('/a', new Blob([Buffer.alloc(reservedBytes, 'b')]), { onConflict: 'replace' });
    expect(await again()).toMatchObject({ code: 0 });
    expect((await list()).map((item) => item.sha256)).toContain(sha256(Buffer.alloc(reservedBytes, 'a')));
  });

  it('sends a file in chunks again whose completion was not received, and that was moved away', async () => {
    write('a', 'large');
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming) {
        if (incoming.method !== 'PATCH') return false;
        const headers = incoming.headers as Record<string, string>;
        void fetch(me.drive.url + incoming.url, { method: 'PATCH', headers, body: 'large' }).then(() =>
          world.interrupt(),
        );
        return true;
      },
    });
    const argv = ['upload', 'a', '--resumable'];
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: me.home, argv, env });
    expect(await run(world)).toBe(130);
    expect(await names()).toEqual(['a']);
    await me.grow('/else/');
    await me.on('mv', '/a', '/else');
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names()).toEqual(['else', 'a']);
  });

  it('does not send a file that completes during the check', async () => {
    const { again } = await loseTheAnswer();
    let looks = 0;
    const finished = await again((incoming, outgoing) => {
      if (incoming.method !== 'GET' || !incoming.url!.startsWith('/api/files') || ++looks > 2) return false;
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'file_not_found', status: 404, message: 'not yet' }));
      return true;
    });
    expect(finished).toMatchObject({ code: 0, out: '/a\n' });
    expect(looks).toBe(3);
    expect(await names()).toEqual(['a']);
  });

  /** A proxy that goes on to hold the connection of a client that is gone: the first half of a file arrives, and then nothing. */
  async function holdHalf(bytes: Buffer): Promise<{ readonly env: Record<string, string> }> {
    let held: ClientRequest | undefined;
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming) {
        if (incoming.method !== 'PUT' || held !== undefined) return false;
        const headers = { 'content-length': bytes.length };
        held = request(me.drive.url + incoming.url, { method: 'PUT', headers });
        held.on('error', () => {});
        held.write(
          bytes.subarray(0, bytes.length / 2),
          () => void isReceiving(incoming.url ?? '').then(() => world.interrupt()),
        );
        return true;
      },
    });
    onTestFinished(() => void held?.destroy());
    const isReceiving = async (path: string): Promise<void> => {
      const headers = { 'tus-resumable': '1.0.0' };
      const url = `/files/tus/${path.split('/').at(-1)}`;
      while ((await me.drive.fetch(url, { method: 'HEAD', headers })).status !== 409);
    };
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: me.home, argv: ['upload', 'a'], env });
    expect(await run(world)).toBe(130);
    expect(world.err()).toContain(
      '0 of 1 files are on the server; run the same command again; it starts from the beginning',
    );
    return { env };
  }

  // The test sees by the lock of one server that the bytes arrive.
  it.runIf(serverCount === 1)('waits for a connection that a proxy still holds, and then sends the file', async () => {
    const bytes = randomBytes(2 * reservedBytes);
    write('a', bytes);
    const { env } = await holdHalf(bytes);
    const waits: number[] = [];
    const sleep = async (ms: number): Promise<void> => {
      waits.push(ms);
      me.drive.clock.advance(ms);
    };
    const { code, out, err } = await me.with({ env, sleep }, 'upload', 'a');
    expect([code, out]).toEqual([0, '/a\n']);
    expect(err.match(/^waiting up to 20 s for an earlier connection that still sends a$/gm)).toHaveLength(1);
    expect(waits.reduce((sum, ms) => sum + ms)).toBe(10_000);
    expect(await list()).toMatchObject([{ name: 'a', sha256: sha256(bytes) }]);
  });

  it.runIf(serverCount === 1)('gives up after 20 s if the other connection is still active', async () => {
    const bytes = randomBytes(2 * reservedBytes);
    write('a', bytes);
    const { env } = await holdHalf(bytes);
    const waits: number[] = [];
    const { code, err } = await me.with({ env, sleep: async (ms) => void waits.push(ms) }, 'upload', 'a');
    expect([code, err]).toEqual([
      6,
      expect.stringContaining('another connection is still sending a; stop that upload') as string,
    ]);
    expect(waits.reduce((sum, ms) => sum + ms)).toBe(20_000);
  });

  it('reserves again if a reservation has expired', async () => {
    for (const name of ['a', 'b', 'c', 'd']) write(`many/${name}`);
    const argv = ['upload', '-r', 'many', '--json', '--parallel', '1'];
    await me.interruptAfter(2, ...argv);
    me.drive.clock.advance(48 * 3600 * 1000);
    await me.drive.drain();
    expect(await me.on(...argv)).toMatchObject({ code: 0 });
    expect(await names('/many')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('resumes a large file where it stopped', async () => {
    const bytes = randomBytes(40 * 1024 * 1024);
    write('film.mp4', bytes);
    let received = 0;
    const offsets: number[] = [];
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming) {
        if (incoming.method !== 'PATCH') return false;
        offsets.push(Number(incoming.headers['upload-offset']));
        incoming.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (offsets.length === 1 && received > 10 * 1024 * 1024) world.interrupt();
        });
        return false;
      },
    });
    const through = { ...me.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: me.home, argv: ['upload', 'film.mp4', '--resumable'], env: through });
    expect(await run(world)).toBe(130);
    const [, kept] =
      /^error: interrupted: 0 of 1 files are on the server, and (\d\S+ MiB) of the 40\.0 MiB of film\.mp4; run the same command again to resume\n$/.exec(
        world.err(),
      ) ?? [];
    expect(await names()).toEqual([]);
    const listed = JSON.parse((await me.with({ env: through }, 'uploads', 'list', '--json')).out) as object[];
    expect(listed).toEqual([
      {
        path: join(me.home, 'film.mp4'),
        size: bytes.length,
        received: expect.any(Number) as number,
        status: 'uploading',
      },
    ]);

    expect(await cli(['upload', 'film.mp4', '--resumable'], { home: me.home, env: through })).toEqual({
      code: 0,
      out: '/film.mp4\n',
      err: `resuming film.mp4 at ${kept} of 40.0 MiB\n`,
    });
    expect(offsets).toEqual([0, expect.any(Number)]);
    expect(offsets[1]).toBeGreaterThan(1024 * 1024);
    expect(await list()).toMatchObject([{ name: 'film.mp4', sha256: sha256(bytes) }]);
    expect(proxy.calls.filter((call) => call === 'POST /api/uploads')).toHaveLength(1);
  });
});

it('works without a writable state directory, and says so', async () => {
  write('a.txt', 'a');
  write('state', 'a file');
  const env = { XDG_STATE_HOME: join(me.home, 'state') };
  const { code, out, err } = await me.with({ env }, 'upload', 'a.txt');
  expect({ code, out }).toEqual({ code: 0, out: '/a.txt\n' });
  expect(err).toContain('cannot be written: interrupted uploads will start over');
});
