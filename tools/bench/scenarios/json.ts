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
  const script = reserveScript(directory);
  const list = async (query: string): Promise<number> =>
    (await load(`${drive.url}/api/files?limit=20&${query}`, 3, [key])).requestsPerSecond;
  const secondPage = async (): Promise<string> => {
    const first = await drive.call<{ pagination: { nextCursor: string } }>('GET', '/api/files?limit=20');
    return `cursor=${encodeURIComponent(first.pagination.nextCursor)}`;
  };
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
      goals: [{ contender: 'Drive', against: 'bare Hono route', ratio: 0.22 }],
    },
    {
      name: 'the slowest 1 % of those',
      unit: 'ms',
      kind: 'amount',
      contenders: [{ name: 'Drive', run: async () => (await load(`${drive.url}/api/files?limit=20`, 3, [key])).p99Ms }],
      goals: [],
    },
    {
      name: 'GET /api/files, the second 20 items, 16 connections',
      unit: 'requests/s',
      kind: 'rate',
      contenders: [
        { name: 'Drive (cursor)', run: async () => list(await secondPage()) },
        { name: 'Drive (page)', run: () => list('page=2') },
      ],
      goals: [{ contender: 'Drive (cursor)', against: 'Drive (page)', ratio: 0.9 }],
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
      goals: [{ contender: 'Drive', against: 'bare Hono route', ratio: 0.15 }],
    },
  ];
}

/** Writes a script for wrk that reserves an upload with every request; returns its path. */
function reserveScript(directory: string): string {
  const script = join(directory, 'reserve.lua');
  writeFileSync(
    script,
    `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"fileName":"reserved.txt","contentType":"text/plain","fileSizeBytes":10000}'
`,
  );
  return script;
}
