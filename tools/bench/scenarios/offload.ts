import { join } from 'node:path';
import type { Drive } from '../contenders/drive-contender.ts';
import type { NginxBeforeDrive } from '../contenders/nginx-before-drive.ts';
import type { Nginx } from '../contenders/nginx-contender.ts';
import type { Scenario } from '../measure.ts';
import { curlFetch, curlSend, execute, processorSeconds } from '../processes.ts';

export interface OffloadSetting {
  readonly drive: Drive;
  readonly nginx: Nginx;
  readonly before: NginxBeforeDrive;
  /** A file of `mib` MiB. */
  readonly source: string;
  readonly mib: number;
}

/** Processor time is counted in hundredths of a second, so several downloads make one figure. */
const downloadsOfOneFigure = 4;

export function offloadScenarios({ drive, nginx, before, source, mib }: OffloadSetting): Scenario[] {
  const addresses = new Map<Drive, string>();
  const addressOf = async (of: Drive): Promise<string> => {
    let address = addresses.get(of);
    if (address === undefined) {
      const { uploadUrl, fileId } = await of.reserve('to be sent', mib * 1024 * 1024);
      await curlSend('PUT', uploadUrl, source);
      address = await of.downloadUrl(fileId);
      addresses.set(of, address);
    }
    return address;
  };
  const rateOf = async (of: Drive): Promise<number> => mib / (await curlFetch(await addressOf(of)));
  const nginxAlone = async (): Promise<number> => {
    await execute('cp', ['-u', source, join(nginx.files, 'to-be-sent')]);
    return mib / (await curlFetch(`${nginx.url}/to-be-sent`));
  };
  const secondsOf = async (of: Drive): Promise<number> => {
    const address = await addressOf(of);
    const began = processorSeconds(of.pid);
    for (let n = 0; n < downloadsOfOneFigure; n += 1) await curlFetch(address);
    return ((processorSeconds(of.pid) - began) * 1000 * 1024) / (mib * downloadsOfOneFigure);
  };
  const told = 'nginx for Drive (X-Accel-Redirect)';
  const alone = 'nginx alone (sendfile)';
  return [
    {
      name: `GET of ${mib} MiB through nginx`,
      unit: 'MiB/s',
      kind: 'rate',
      contenders: [
        { name: told, run: () => rateOf(before.offloading) },
        { name: 'nginx, passing on what Drive sends', run: () => rateOf(before.passedOn) },
        { name: 'Drive', run: () => rateOf(drive) },
        { name: alone, run: nginxAlone },
      ],
      goals: [
        { contender: told, against: alone, ratio: 0.9 },
        { contender: told, against: 'Drive', ratio: 1 },
      ],
    },
    {
      name: `processor time of Drive for a GiB sent through nginx`,
      unit: 'ms',
      kind: 'amount',
      contenders: [
        { name: told, run: () => secondsOf(before.offloading) },
        { name: 'nginx, passing on what Drive sends', run: () => secondsOf(before.passedOn) },
      ],
      goals: [],
    },
  ];
}
