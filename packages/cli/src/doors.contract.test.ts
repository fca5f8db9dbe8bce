/**
 * The doors of the command line: the facts that each carries from a tree on this computer to the server, or back.
 * `packages/server/src/app/doors.contract.test.ts` is the table of the server.
 */
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCommand, runUnpacker, unpackers } from '../../internal/zip/test/index.ts';
import { useDrive, type DriveUser } from '../test/drive-user.ts';

const self = useDrive({ settings: { FEATURE_LIMITS: 'off' } });

/** Path, content and year of each file. */
const FILES = [
  ['tree/100%25 “ü” #1.csv', '0123456789', 2024],
  ['tree/sub/old.txt', 'older than 1970', 1965],
  ['tree/sub/future.txt', 'after 2038', 2040],
  ['tree/empty.txt', '', 2024],
] as const;
const EMPTY_FOLDER = 'tree/empty folder';

const timeOf = (year: number): Date => new Date(Date.UTC(year, 1, 28, 12, 30, 14));

function plant({ here }: DriveUser): void {
  for (const [path, content, year] of FILES) {
    mkdirSync(dirname(here(path)), { recursive: true });
    writeFileSync(here(path), content);
    utimesSync(here(path), timeOf(year), timeOf(year));
  }
  mkdirSync(here(EMPTY_FOLDER));
}

/** What has arrived in a folder of this computer that should equal `tree`. */
function look(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, content, year] of FILES) {
    const here = join(folder, path.slice('tree/'.length));
    if (!existsSync(here)) found[path] = 'missing';
    else if (readFileSync(here, 'utf8') !== content) found[path] = 'changed';
    else found[path] = statSync(here).mtimeMs === timeOf(year).getTime() ? 'kept' : 'without its date';
  }
  found[EMPTY_FOLDER] = existsSync(join(folder, EMPTY_FOLDER.slice('tree/'.length))) ? 'kept' : 'missing';
  return found;
}

const ALL_KEPT = Object.fromEntries([...FILES.map(([path]) => path), EMPTY_FOLDER].map((path) => [path, 'kept']));

async function run(...argv: readonly string[]): Promise<string> {
  const { code, out, err } = await self.on(...argv);
  expect([argv, code, err]).toEqual([argv, 0, err]);
  return out.trim();
}

const WAYS_IN: Readonly<Record<string, () => Promise<unknown>>> = {
  'upload -r': () => run('upload', '-r', 'tree'),
  sync: () => run('sync', 'tree', 'drive:/tree'),
};

async function linkTo(path: string): Promise<string> {
  return run('share', path);
}

/** The unpacker that reads times before 1970. */
const unpacker = unpackers.find(({ readsFileTimes }) => readsFileTimes);
const canUnpack = unpacker !== undefined && findCommand(unpacker) !== undefined;

/** Unpacks a ZIP of this computer; returns the new folder. */
function unpack(zip: string): string {
  if (unpacker === undefined) throw new Error('no unpacker reads every time');
  const into = self.here('out');
  runUnpacker(unpacker, unpacker.extract(zip, into), zip);
  return into;
}

/** Each returns the folder of this computer that should equal `tree`. */
const WAYS_OUT: Readonly<Record<string, () => Promise<string>>> = {
  download: async () => {
    await run('download', '/tree', '-o', 'out');
    return self.here('out/tree');
  },
  'download of a link': async () => {
    await run('download', await linkTo('/tree'), '-o', 'out');
    return self.here('out/tree');
  },
  'sync to this computer': async () => {
    await run('sync', 'drive:/tree', 'out');
    return self.here('out');
  },
};

const ZIPS: Readonly<Record<string, () => Promise<string>>> = {
  archive: async () => {
    await run('archive', '/tree', '-o', 'tree.zip');
    return unpack(self.here('tree.zip'));
  },
  'ZIP of a link': async () => {
    const zip = await self.drive.fetch(new URL(await linkTo('/tree')).pathname, {
      redirect: 'follow',
      headers: { 'user-agent': 'curl/8.14.1', accept: '*/*' },
    });
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    writeFileSync(self.here('tree.zip'), Buffer.from(await zip.arrayBuffer()));
    return unpack(self.here('tree.zip'));
  },
};

describe.each(Object.entries(WAYS_IN))('a tree sent by %s', (_, send) => {
  const arrive = async (receive: () => Promise<string>): Promise<Record<string, string>> => {
    plant(self);
    await send();
    return look(await receive());
  };
  it.each(Object.entries(WAYS_OUT))('is equal after %s', async (_name, receive) => {
    expect(await arrive(receive)).toEqual(ALL_KEPT);
  });
  // `.ci/run` installs the unpacker.
  it.skipIf(!canUnpack).each(Object.entries(ZIPS))('is equal in the %s', async (_name, receive) => {
    expect(await arrive(receive)).toEqual(ALL_KEPT);
  });
});

describe('a second run', () => {
  it.each(Object.entries(WAYS_IN))('of %s sends nothing', async (_, send) => {
    plant(self);
    await send();
    const before = await self.on('find', '--json');
    await send();
    expect((await self.on('find', '--json')).out).toBe(before.out);
  });
});
