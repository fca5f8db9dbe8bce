import { mkdirSync, writeFileSync } from 'node:fs';
import { open, rename, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drive } from '../contenders/drive-contender.ts';
import type { Nginx } from '../contenders/nginx-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlSend, execute, load } from '../processes.ts';
import { bytes, body, connections, perSecond, send } from '../small-requests.ts';

const cliMain = join(import.meta.dirname, '../../../packages/cli/dist/main.mjs');

interface SmallFileOptions {
  readonly drive: Drive;
  readonly nginx: Nginx;
  readonly directory: string;
  readonly files: number;
}

/** Names of files and folders are new in each run. */
let run = 0;

export function smallFileScenarios(options: SmallFileOptions): Scenario[] {
  const { bare, one, byPath, batch, changeMany, nginxPut } = smallUploads(options);
  const { commandLine, copy } = folderUploads(options);
  const { driveGet, nginxGet } = smallDownloads(options);

  return [
    {
      name: `10 kB files up, ${connections} connections`,
      unit: 'files/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (reserve, PUT; durable)', run: one },
        { name: 'Drive (PUT by path; durable)', run: byPath },
        { name: 'Drive (reserve 100 at once)', run: batch },
        { name: 'bare create, fdatasync, rename, fsync', run: bare },
        { name: 'nginx dav (not durable)', run: nginxPut },
      ],
      goals: [
        { contender: 'Drive (reserve, PUT; durable)', against: 'bare create, fdatasync, rename, fsync', ratio: 0.45 },
        { contender: 'Drive (PUT by path; durable)', against: 'bare create, fdatasync, rename, fsync', ratio: 0.8 },
        { contender: 'Drive (PUT by path; durable)', against: 'Drive (reserve, PUT; durable)', ratio: 1.7 },
      ],
    },
    {
      name: '200 files changed by one call',
      unit: 'ms',
      kind: 'amount',
      contenders: [
        { name: 'moved to the trash', run: changeMany('trash') },
        { name: 'restored', run: changeMany('restore') },
        { name: 'deleted forever', run: changeMany('delete') },
      ],
      goals: [],
    },
    {
      name: 'a folder of 10 kB files up',
      unit: 'files/s',
      kind: 'rate',
      contenders: [
        { name: 'drive-cli upload -r', run: commandLine },
        { name: 'Drive (reserve 100 at once)', run: batch },
        { name: 'cp -r (not durable)', run: copy },
      ],
      goals: [{ contender: 'drive-cli upload -r', against: 'Drive (reserve 100 at once)', ratio: 0.85 }],
    },
    {
      name: '10 kB GET, 16 connections',
      unit: 'requests/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (signed address)', run: driveGet },
        { name: 'nginx sendfile', run: nginxGet },
      ],
      goals: [{ contender: 'Drive (signed address)', against: 'nginx sendfile', ratio: 0.2 }],
    },
  ];
}

function smallUploads({ drive, nginx, directory, files }: SmallFileOptions) {
  const json = { authorization: `Bearer ${drive.key}`, 'content-type': 'application/json' };
  const reservation = (name: string) => ({ fileName: name, contentType: 'text/plain', fileSizeBytes: bytes });

  /** The least a durable file can cost: create, write, sync, rename, sync the directory. */
  const bare = async (): Promise<number> => {
    const target = join(directory, `small-${run++}`);
    await mkdir(target);
    return await perSecond(files, async (index) => {
      const file = await open(join(target, `${index}.part`), 'wx');
      await file.write(body);
      await file.datasync();
      await file.close();
      await rename(join(target, `${index}.part`), join(target, String(index)));
      const folder = await open(target, 'r');
      await folder.sync();
      await folder.close();
    });
  };
  const one = async (): Promise<number> => {
    const prefix = `one-${run++}`;
    return await perSecond(files, async (index) => {
      const answer = await send(
        'POST',
        `${drive.url}/api/uploads`,
        json,
        Buffer.from(JSON.stringify(reservation(`${prefix}-${index}`))),
      );
      await send('PUT', (JSON.parse(answer.toString()) as { uploadUrl: string }).uploadUrl, {}, body);
    });
  };
  const byPath = async (): Promise<number> => {
    const prefix = `path-${run++}`;
    const headers = { authorization: `Bearer ${drive.key}`, 'content-type': 'text/plain' };
    return await perSecond(
      files,
      async (index) => void (await send('PUT', `${drive.url}/files/by-path/${prefix}-${index}`, headers, body)),
    );
  };
  const batch = async (): Promise<number> => {
    const prefix = `batch-${run++}`;
    let urls: Promise<{ uploadUrl: string }[]> | undefined;
    return await perSecond(files, async (index) => {
      if (index % 100 === 0)
        urls = drive.reserveMany(
          Array.from({ length: 100 }, (_, at) => `${prefix}-${index + at}`),
          bytes,
        );
      const mine = urls;
      const url = (await mine)?.[index % 100]?.uploadUrl;
      if (url !== undefined) await send('PUT', url, {}, body);
    });
  };
  /** Milliseconds of one call for 200 files, which are stored and, unless they are to be trashed, trashed before. */
  const changeMany = (operation: 'trash' | 'restore' | 'delete') => async (): Promise<number> => {
    const prefix = `${operation}-${run++}`;
    const headers = { authorization: `Bearer ${drive.key}`, 'content-type': 'text/plain' };
    const ids: string[] = [];
    await perSecond(200, async (index) => {
      const stored = await send('PUT', `${drive.url}/files/by-path/${prefix}-${index}`, headers, body);
      ids.push((JSON.parse(stored.toString()) as { id: string }).id);
    });
    if (operation !== 'trash') await drive.call('POST', '/api/files/trash', { ids });
    const began = performance.now();
    await drive.call('POST', `/api/files/${operation}`, { ids });
    return performance.now() - began;
  };
  const nginxPut = async (): Promise<number> => {
    const prefix = `small-${run++}`;
    return await perSecond(
      files,
      async (index) => void (await send('PUT', `${nginx.url}/${prefix}/${index}`, {}, body)),
    );
  };
  return { bare, one, byPath, batch, changeMany, nginxPut };
}

function folderUploads({ drive, directory, files }: SmallFileOptions) {
  /** A hundred files per folder, as on a disk. */
  const localTree = (): string => {
    const top = join(directory, 'tree');
    for (let index = 0; index < files; index++) {
      const folder = join(top, String(Math.floor(index / 100)));
      if (index % 100 === 0) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${index}.bin`), body);
    }
    return top;
  };
  let tree: string | undefined;
  const timed = async (
    file: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<number> => {
    const began = performance.now();
    await execute(file, args, { env });
    return files / ((performance.now() - began) / 1000);
  };
  const commandLine = (): Promise<number> =>
    timed(process.execPath, [cliMain, 'upload', '-r', (tree ??= localTree()), '--to', `/cli-${run++}`, '--quiet'], {
      PATH: process.env.PATH,
      HOME: directory,
      DRIVE_BASE_URL: drive.url,
      DRIVE_API_KEY: drive.key,
    });
  const copy = (): Promise<number> => timed('cp', ['-r', (tree ??= localTree()), join(directory, `copy-${run++}`)]);
  return { commandLine, copy };
}

function smallDownloads({ drive, nginx }: SmallFileOptions) {
  let signed: string | undefined;
  const driveGet = async (): Promise<number> => {
    if (signed === undefined) {
      const { uploadUrl, fileId } = await drive.reserve(`get-${process.pid}`, bytes);
      await send('PUT', uploadUrl, {}, body);
      signed = await drive.downloadUrl(fileId);
    }
    return (await load(signed, 3)).requestsPerSecond;
  };
  const nginxGet = async (): Promise<number> => {
    writeFileSync(join(nginx.files, 'small'), body);
    return (await load(`${nginx.url}/small`, 3)).requestsPerSecond;
  };
  return { driveGet, nginxGet };
}

/** Fills the root with files so that a listing has something to list. */
export async function seed(drive: Drive, source: string, count: number): Promise<void> {
  const sessions = await drive.reserveMany(
    Array.from({ length: count }, (_, index) => `seed ${index}.txt`),
    bytes,
  );
  writeFileSync(source, body);
  for (const { uploadUrl } of sessions) await curlSend('PUT', uploadUrl, source);
}
