import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drive } from '../contenders/drive-contender.ts';
import type { Scenario } from '../measure.ts';
import { load } from '../processes.ts';

export function jsonScenarios({
  drive,
  honoUrl,
  directory,
}: {
  drive: Drive;
  honoUrl: string;
  directory: string;
}): Scenario[] {
  const key = `Authorization: Bearer ${drive.key}`;
  const script = join(directory, 'reserve.lua');
  writeFileSync(
    script,
    `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"fileName":"reserved.txt","contentType":"text/plain","fileSizeBytes":10000}'
`,
  );
  const bare = { name: 'bare Hono route', run: async () => (await load(`${honoUrl}/`, 3)).requestsPerSecond };
  return [
    {
      name: 'GET /api/files, 20 items, key, 16 connections',
      unit: 'requests/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive', run: async () => (await load(`${drive.url}/api/files?limit=20`, 3, [key])).requestsPerSecond },
        bare,
      ],
      goals: [{ contender: 'Drive', against: 'bare Hono route', ratio: 0.12 }],
    },
    {
      name: 'the slowest 1 % of those',
      unit: 'ms',
      kind: 'amount',
      contenders: [{ name: 'Drive', run: async () => (await load(`${drive.url}/api/files?limit=20`, 3, [key])).p99Ms }],
      goals: [],
    },
    {
      name: 'POST /api/uploads, 16 connections',
      unit: 'requests/s',
      kind: 'rate',
      contenders: [
        {
          name: 'Drive',
          run: async () => (await load(`${drive.url}/api/uploads`, 3, [key], script)).requestsPerSecond,
        },
        bare,
      ],
      goals: [{ contender: 'Drive', against: 'bare Hono route', ratio: 0.12 }],
    },
  ];
}
