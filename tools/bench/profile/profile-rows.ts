import type { Drive } from '../contenders/drive-contender.ts';
import { curlFetch, curlSend, load } from '../processes.ts';
import { reserveScript } from '../scenarios/json.ts';
import { tusPatchHeaders } from '../scenarios/bytes.ts';
import { body, bytes, perSecond, send } from '../small-requests.ts';

/** A kind of request whose processor time is measured. */
export interface ProfileRow {
  readonly name: string;
  /** Whether a request transfers a large file: it is then counted by GiB, in milliseconds instead of microseconds. */
  readonly isLarge: boolean;
  /** Everything before the requests that are measured. */
  prepare(): Promise<void>;
  /** Sends requests; returns how many, or how many GiB. */
  run(): Promise<number>;
}

interface RowSetting {
  readonly drive: Drive;
  readonly directory: string;
  /** A file of `mib` MiB. */
  readonly source: string;
  readonly mib: number;
}

const seconds = 4;
/** Files that a round of uploads stores. */
const files = 1000;

export function profileRows({ drive, directory, source, mib }: RowSetting): ProfileRow[] {
  const authorization = `Bearer ${drive.key}`;
  const key = `Authorization: ${authorization}`;
  const script = reserveScript(directory);
  let made = 0;
  const name = (): string => `profile-${made++}`;
  const small = (path: () => string, headers: Record<string, string> = {}) => {
    return async () => {
      await perSecond(files, async () => void (await send('PUT', path(), headers, body)));
      return files;
    };
  };
  const nothing = async (): Promise<void> => {};

  let signed = '';
  const smallGet: ProfileRow = {
    name: '10 kB signed GET',
    isLarge: false,
    prepare: async () => {
      const { uploadUrl, fileId } = await drive.reserve(name(), bytes);
      await send('PUT', uploadUrl, {}, body);
      signed = await drive.downloadUrl(fileId);
    },
    run: async () => (await load(signed, seconds)).requests,
  };
  const list: ProfileRow = {
    name: 'GET /api/files of 20',
    isLarge: false,
    prepare: nothing,
    run: async () => (await load(`${drive.url}/api/files?limit=20`, seconds, [key])).requests,
  };
  const reserve: ProfileRow = {
    name: 'POST /api/uploads',
    isLarge: false,
    prepare: nothing,
    run: async () => (await load(`${drive.url}/api/uploads`, seconds, [key], script)).requests,
  };
  let urls: string[] = [];
  const put: ProfileRow = {
    name: '10 kB PUT, reserved',
    isLarge: false,
    prepare: async () => {
      urls = [];
      while (urls.length < files) {
        const names = Array.from({ length: 100 }, name);
        urls.push(...(await drive.reserveMany(names, bytes)).map(({ uploadUrl }) => uploadUrl));
      }
    },
    run: small(() => urls.pop() ?? ''),
  };
  const putByPath: ProfileRow = {
    name: '10 kB PUT by path',
    isLarge: false,
    prepare: nothing,
    run: small(() => `${drive.url}/files/by-path/${name()}`, { authorization, 'content-type': 'text/plain' }),
  };

  const gib = mib / 1024;
  const large = (title: string, begin: () => Promise<string>, transfer: (url: string) => Promise<number>) => {
    let url = '';
    return {
      name: title,
      isLarge: true,
      prepare: async () => void (url = await begin()),
      run: async () => {
        await transfer(url);
        return gib;
      },
    } satisfies ProfileRow;
  };
  const reserveLarge = () => drive.reserve(name(), mib * 1024 * 1024);
  let download: string | undefined;

  return [
    smallGet,
    list,
    reserve,
    put,
    putByPath,
    large(
      'PUT of 1 GiB',
      async () => (await reserveLarge()).uploadUrl,
      (url) => curlSend('PUT', url, source),
    ),
    large(
      'tus PATCH of 1 GiB',
      async () => `${drive.url}/files/tus/${(await reserveLarge()).sessionId}`,
      (url) => curlSend('PATCH', url, source, tusPatchHeaders),
    ),
    large(
      'GET of 1 GiB',
      async () => {
        if (download !== undefined) return download;
        const { uploadUrl, fileId } = await reserveLarge();
        await curlSend('PUT', uploadUrl, source);
        return (download = await drive.downloadUrl(fileId));
      },
      curlFetch,
    ),
  ];
}
