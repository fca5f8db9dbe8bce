import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startDrive, startServerOf } from '../contenders/drive-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlFetch, curlSend, memoryMiB, peakMemoryMiB, stopServer } from '../processes.ts';

const restMs = 10_000;

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
  /** A first start makes the tables and an account, which every other one has. */
  const restarted = async (measured: (pid: number, readyMs: number) => Promise<number>): Promise<number> => {
    const data = mkdtempSync(join(directory, 'memory-'));
    await (await startDrive(data)).stop();
    const { child, readyMs } = await startServerOf(data);
    const figure = await measured(child.pid ?? 0, readyMs);
    await stopServer(child);
    await rm(data, { recursive: true });
    return figure;
  };
  return [
    {
      name: `peak memory, ${transfers} transfers of ${mib} MiB at once, up and then down`,
      unit: 'MiB',
      kind: 'amount',
      isFresh: true,
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
      name: 'memory at rest, ten seconds after a start',
      unit: 'MiB',
      kind: 'amount',
      isFresh: true,
      contenders: [
        {
          name: 'Drive',
          run: () =>
            restarted(async (pid) => {
              await setTimeout(restMs);
              return memoryMiB(pid);
            }),
        },
      ],
      goals: [],
    },
    {
      name: 'from the start of the process to the first answer',
      unit: 'ms',
      kind: 'amount',
      isFresh: true,
      contenders: [
        { name: 'Drive', run: () => restarted((_, readyMs) => Promise.resolve(readyMs)) },
        { name: 'Drive, first start', run: () => fresh((drive) => Promise.resolve(drive.readyMs)) },
      ],
      goals: [],
    },
  ];
}
