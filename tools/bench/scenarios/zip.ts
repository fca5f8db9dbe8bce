import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drive } from '../contenders/drive-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlFetch, curlSend, execute, forgetPeakMemory, peakMemoryMiB } from '../processes.ts';

export interface ZipSetting {
  readonly drive: Drive;
  /** Answers a GET with a ZIP of `files`. */
  readonly yazlUrl: string;
  /** Empty; gets the files, which Drive gets, too. */
  readonly files: string;
  readonly source: string;
}

/** Number and size in MiB of files, like photos. */
const count = 200;
const fileMiB = 5;
const atOnce = 16;

export function zipScenarios({ drive, yazlUrl, files, source }: ZipSetting): Scenario[] {
  const mib = count * fileMiB;
  let seeded: Promise<string[]> | undefined;
  const seed = async (): Promise<string[]> => {
    await mkdir(files, { recursive: true });
    const first = join(files, '0.jpg');
    await execute('dd', [`if=${source}`, `of=${first}`, 'bs=1M', `count=${fileMiB}`]);
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const name = `${index}.jpg`;
      if (index > 0) await copyFile(first, join(files, name));
      const { uploadUrl, fileId } = await drive.reserve(name, fileMiB * 1024 * 1024);
      await curlSend('PUT', uploadUrl, first);
      ids.push(fileId);
    }
    return ids;
  };
  const archive = async (): Promise<string> => drive.archiveUrl(await (seeded ??= seed()));
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };

  return [
    {
      name: `zip of ${count} files of ${fileMiB} MiB`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        {
          // Measured from the request on.
          name: 'Drive',
          run: async () => {
            await (seeded ??= seed());
            return mib / (await seconds(async () => curlFetch(await archive())));
          },
        },
        {
          name: 'zip -0 to a pipe',
          run: async () => {
            await (seeded ??= seed());
            return (
              mib / (await seconds(() => execute('sh', ['-c', 'zip -0 -q -r - . | cat > /dev/null'], { cwd: files })))
            );
          },
        },
        {
          name: 'yazl',
          run: async () => {
            await (seeded ??= seed());
            return mib / (await seconds(() => curlFetch(yazlUrl)));
          },
        },
      ],
      goals: [
        { contender: 'Drive', against: 'zip -0 to a pipe', ratio: 4 },
        { contender: 'Drive', against: 'yazl', ratio: 4 },
      ],
    },
    {
      name: `zip: memory that ${atOnce} of them at once add`,
      unit: 'MiB',
      kind: 'amount',
      contenders: [
        {
          name: 'Drive',
          run: async () => {
            const urls = await Promise.all(Array.from({ length: atOnce }, archive));
            forgetPeakMemory(drive.pid);
            const before = peakMemoryMiB(drive.pid);
            await Promise.all(urls.map(curlFetch));
            return peakMemoryMiB(drive.pid) - before;
          },
        },
      ],
      goals: [],
    },
  ];
}
