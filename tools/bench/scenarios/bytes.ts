import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drive } from '../contenders/drive-contender.ts';
import type { Nginx } from '../contenders/nginx-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlFetch, curlSend, execute } from '../processes.ts';

export interface BytesSetting {
  readonly drive: Drive;
  /** Drive with fsync off: the cost of the code, without the disk. */
  readonly driveUnsafe: Drive;
  readonly nginx: Nginx;
  readonly bareUrl: string;
  readonly tusUrl: string;
  /** A file of `mib` MiB, and a directory on the same disk for output. */
  readonly source: string;
  readonly mib: number;
  readonly directory: string;
}

/** Headers of a tus PATCH at the beginning. */
export const tusPatchHeaders = [
  'Tus-Resumable: 1.0.0',
  'Upload-Offset: 0',
  'Content-Type: application/offset+octet-stream',
];

export function bytesScenarios(setting: BytesSetting): Scenario[] {
  const { drive, driveUnsafe, nginx, source, mib, directory } = setting;
  const bytes = mib * 1024 * 1024;
  const rate = (seconds: number): number => mib / seconds;
  let count = 0;
  const name = (): string => `bench-${process.pid}-${count++}`;

  const put = async (server: Drive): Promise<number> =>
    rate(await curlSend('PUT', (await server.reserve(name(), bytes)).uploadUrl, source));

  const bareTus = async (): Promise<number> => {
    const created = await fetch(`${setting.tusUrl}/files`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
    });
    return rate(await curlSend('PATCH', created.headers.get('location') ?? '', source, tusPatchHeaders));
  };
  const driveTus = async (): Promise<number> => {
    const { sessionId } = await drive.reserve(name(), bytes);
    return rate(await curlSend('PATCH', `${drive.url}/files/tus/${sessionId}`, source, tusPatchHeaders));
  };
  const disk = async (): Promise<number> => {
    const target = join(directory, name());
    const began = performance.now();
    await execute('dd', [`if=${source}`, `of=${target}`, 'bs=1M', 'conv=fsync']);
    const seconds = (performance.now() - began) / 1000;
    await rm(target);
    return rate(seconds);
  };

  const nginxPut = async (): Promise<number> => {
    const target = name();
    const seconds = await curlSend('PUT', `${nginx.url}/${target}`, source);
    await rm(join(nginx.files, target));
    return rate(seconds);
  };

  let downloadUrl: string | undefined;
  const driveGet = async (): Promise<number> => {
    if (downloadUrl === undefined) {
      const { uploadUrl, fileId } = await drive.reserve(name(), bytes);
      await curlSend('PUT', uploadUrl, source);
      downloadUrl = await drive.downloadUrl(fileId);
    }
    return rate(await curlFetch(downloadUrl));
  };
  const nginxGet = async (): Promise<number> => {
    const target = 'download';
    await execute('cp', ['-u', source, join(nginx.files, target)]);
    return rate(await curlFetch(`${nginx.url}/${target}`));
  };

  return [
    {
      name: `PUT of ${mib} MiB, durable`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (SHA-256, fsync)', run: () => put(drive) },
        { name: 'disk: dd, then fsync', run: disk },
        { name: 'nginx dav (no hash, no fsync)', run: nginxPut },
      ],
      goals: [{ contender: 'Drive (SHA-256, fsync)', against: 'disk: dd, then fsync', ratio: 0.9 }],
    },
    {
      name: `PUT of ${mib} MiB, nobody syncs`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (SHA-256)', run: () => put(driveUnsafe) },
        { name: 'bare Node pipeline', run: async () => rate(await curlSend('PUT', `${setting.bareUrl}/x`, source)) },
        { name: 'nginx dav', run: nginxPut },
      ],
      goals: [{ contender: 'Drive (SHA-256)', against: 'bare Node pipeline', ratio: 0.9 }],
    },
    {
      name: `tus, one PATCH of ${mib} MiB`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (SHA-256, fsync)', run: driveTus },
        { name: '@tus/server (no hash, no fsync)', run: bareTus },
      ],
      goals: [{ contender: 'Drive (SHA-256, fsync)', against: '@tus/server (no hash, no fsync)', ratio: 1 }],
    },
    {
      name: `GET of ${mib} MiB`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive', run: driveGet },
        { name: 'nginx sendfile', run: nginxGet },
      ],
      goals: [{ contender: 'Drive', against: 'nginx sendfile', ratio: 0.9 }],
    },
  ];
}
