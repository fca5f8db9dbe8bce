import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startDrive } from '../contenders/drive-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlFetch, curlSend, memoryMiB, peakMemoryMiB } from '../processes.ts';

/** A new server each round, because the peak since its start counts. */
export function memoryScenarios({
  source,
  mib,
  directory,
}: {
  source: string;
  mib: number;
  directory: string;
}): Scenario[] {
  const transfers = 16;
  const fresh = async (
    measured: (drive: Awaited<ReturnType<typeof startDrive>>) => Promise<number>,
  ): Promise<number> => {
    const data = mkdtempSync(join(directory, 'memory-'));
    const drive = await startDrive(data);
    const figure = await measured(drive);
    await drive.stop();
    await rm(data, { recursive: true });
    return figure;
  };
  return [
    {
      name: `peak memory, ${transfers} transfers of ${mib} MiB at once, up and then down`,
      unit: 'MiB',
      kind: 'amount',
      contenders: [
        {
          name: 'Drive',
          run: () =>
            fresh(async (drive) => {
              const reserved = await Promise.all(
                Array.from({ length: transfers }, (_, index) => drive.reserve(`${index}`, mib * 1024 * 1024)),
              );
              await Promise.all(reserved.map(({ uploadUrl }) => curlSend('PUT', uploadUrl, source)));
              await Promise.all(reserved.map(async ({ fileId }) => await curlFetch(await drive.downloadUrl(fileId))));
              return peakMemoryMiB(drive.pid);
            }),
        },
      ],
      goals: [],
    },
    {
      name: 'memory at rest',
      unit: 'MiB',
      kind: 'amount',
      contenders: [{ name: 'Drive', run: () => fresh((drive) => Promise.resolve(memoryMiB(drive.pid))) }],
      goals: [],
    },
    {
      name: 'from the start of the process to the first answer',
      unit: 'ms',
      kind: 'amount',
      contenders: [{ name: 'Drive', run: () => fresh((drive) => Promise.resolve(drive.readyMs)) }],
      goals: [],
    },
  ];
}
