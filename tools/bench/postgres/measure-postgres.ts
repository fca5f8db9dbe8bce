import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPostgres, startPostgres } from '@drive/database/test';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { median } from '../measure.ts';
import { load, processorNanoseconds } from '../processes.ts';
import { seed } from '../scenarios/small-files.ts';
import { body, bytes, connections, send } from '../small-requests.ts';

/** As an operator installs it: durable commits, pages and rows kept in order. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  autovacuum: 'on',
  wal_level: 'replica',
};

interface Figures {
  readonly rates: number[];
  /** Microseconds of processor time a request: of the server, and of Postgres. */
  readonly server: number[];
  readonly database: number[];
}

interface Row {
  readonly name: string;
  readonly goal: number;
  /** Requests of one unit of work. */
  readonly requests: number;
  /** The URL suffices. */
  readonly isSigned?: boolean;
  /** Returns what `load` needs for one run. */
  prepare(drive: Drive, run: number): Promise<{ path: string; script?: string }>;
}

export interface PostgresOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Only rows whose names contain it. */
  readonly rows: string;
}

/** The built server on SQLite and on a temporary Postgres, in turn; needs Linux and wrk. */
export async function measurePostgres(
  { rounds, seconds, rows: wanted }: PostgresOptions,
  log: (line: string) => void,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-bench-postgres-'));
  const postgres = await startPostgres({ isDurable: true, settings });
  const drives: Drive[] = [];
  try {
    drives.push(await startDrive(join(directory, 'sqlite')));
    drives.push(await startDrive(join(directory, 'postgres'), { DRIVE_DATABASE_URL: postgres.url }));
    for (const [index, drive] of drives.entries()) await seed(drive, join(directory, `seed-${index}`), 100);
    const rows = rowsOf(directory).filter(({ name }) => name.includes(wanted));
    const figures = rows.map(() => drives.map((): Figures => ({ rates: [], server: [], database: [] })));
    let run = 0;
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, row] of rows.entries()) {
        const line: string[] = [];
        for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const drive = drives[which] as Drive;
          const { path, script } = await row.prepare(drive, run++);
          const pids = await postgresPids(postgres.url);
          const before = [processorNanoseconds(drive.pid), nanosecondsOf(pids)] as const;
          const { requests, requestsPerSecond } = await load(
            drive.url + path,
            seconds,
            row.isSigned ? [] : [`Authorization: Bearer ${drive.key}`],
            script,
            connections,
          );
          const units = requests / row.requests;
          const server = (processorNanoseconds(drive.pid) - before[0]) / 1000 / units;
          const database = nanosecondsSince(before[1]) / 1000 / units;
          const rate = requestsPerSecond / row.requests;
          line.push(
            `${which === 0 ? 'SQLite' : 'Postgres'} ${rate.toFixed(0)}/s, ${server.toFixed(0)} + ${database.toFixed(0)} µs`,
          );
          // The first round warms up.
          if (round === 0) continue;
          const kept = figures[index]?.[which] as Figures;
          kept.rates.push(rate);
          kept.server.push(server);
          kept.database.push(database);
        }
        log(`${row.name}: ${line.join('; ')}`);
      }
    return report(rows, figures, rounds);
  } finally {
    await Promise.all(drives.map((drive) => drive.stop()));
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function rowsOf(directory: string): Row[] {
  const write = (name: string, text: string): string => {
    const file = join(directory, `${name}.lua`);
    writeFileSync(file, text);
    return file;
  };
  const reservation = `{"fileName":"' .. name .. '","contentType":"text/plain","fileSizeBytes":${bytes}}`;
  const names = (run: number): string =>
    `local count = 0\nlocal function next_name() count = count + 1; return "f-${run}-" .. count end\n`;
  const reserve = `local function reserve() local name = next_name(); return wrk.format("POST", "/api/uploads",
    {["Authorization"] = wrk.headers["Authorization"], ["Content-Type"] = "application/json"}, '${reservation}') end\n`;
  const content = `local content = string.rep("a small file ", ${Math.ceil(bytes / 13)}):sub(1, ${bytes})\n`;
  const signedUrls = new Map<Drive, string>();
  return [
    {
      name: 'GET /api/files, 20 items',
      goal: 0.6,
      requests: 1,
      prepare: () => Promise.resolve({ path: '/api/files?limit=20' }),
    },
    {
      name: 'GET of 10 kB, signed',
      goal: 0.6,
      requests: 1,
      isSigned: true,
      prepare: async (drive) => {
        let url = signedUrls.get(drive);
        if (url === undefined) {
          const { uploadUrl, fileId } = await drive.reserve('small', bytes);
          await send('PUT', uploadUrl, {}, body);
          url = (await drive.downloadUrl(fileId)).replace(drive.url, '');
          signedUrls.set(drive, url);
        }
        return { path: url };
      },
    },
    {
      name: 'POST /api/uploads',
      goal: 0.5,
      requests: 1,
      prepare: (_drive, run) =>
        Promise.resolve({
          path: '/',
          script: write('reserve', `${names(run)}${reserve}request = reserve\n`),
        }),
    },
    {
      name: 'POST /api/uploads, then PUT of 10 kB',
      goal: 0.5,
      requests: 2,
      prepare: (_drive, run) =>
        Promise.resolve({
          path: '/',
          script: write(
            'reserve-and-put',
            `${names(run)}${reserve}${content}local reserved = {}
request = function()
  local path = table.remove(reserved)
  if path == nil then return reserve() end
  return wrk.format("PUT", path, {}, content)
end
response = function(status, headers, body)
  local path = string.match(body, '"uploadUrl":"https?://[^/]*(/files/uploads/[^"]*)"')
  if path ~= nil then reserved[#reserved + 1] = path end
end
`,
          ),
        }),
    },
    {
      name: 'PUT of 10 kB by path',
      goal: 0.5,
      requests: 1,
      prepare: (_drive, run) =>
        Promise.resolve({
          path: '/',
          script: write(
            'by-path',
            `${names(run)}${content}request = function()
  return wrk.format("PUT", "/files/by-path/" .. next_name(),
    {["Authorization"] = wrk.headers["Authorization"], ["Content-Type"] = "text/plain"}, content)
end
`,
          ),
        }),
    },
  ];
}

/** All processes of Postgres but the first, which only starts others. */
const postgresPids = async (url: string): Promise<string[]> =>
  (await queryPostgres(url, 'select pid::text from pg_stat_activity')).map(({ pid }) => pid ?? '');

const nanosecondsOf = (pids: readonly string[]): Map<string, number> =>
  new Map(
    pids.flatMap((pid) => {
      try {
        return [[pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0])] as const];
      } catch {
        return [];
      }
    }),
  );

/** Processor time since then, of the processes that have not ended. */
function nanosecondsSince(before: ReadonlyMap<string, number>): number {
  const now = nanosecondsOf([...before.keys()]);
  return [...now].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
}

function report(rows: readonly Row[], figures: readonly (readonly Figures[])[], rounds: number): string {
  const whole = (number: number): string => Math.round(number).toLocaleString('en-US');
  const lines = rows.map(({ name, goal }, index) => {
    const [sqlite, postgres] = figures[index] as [Figures, Figures];
    const ratio = median(postgres.rates) / median(sqlite.rates);
    const times = [median(sqlite.server), median(postgres.server), median(postgres.database)].map(whole);
    return `| ${name} | ${whole(median(sqlite.rates))} | ${whole(median(postgres.rates))} | **${ratio.toFixed(2)}** | ${goal} | ${times.join(' | ')} |`;
  });
  return [
    `${connections} connections, medians of ${rounds} interleaved rounds; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    '',
    '| | SQLite, 1/s | Postgres, 1/s | ratio | goal | µs of the server on SQLite | on Postgres | and of Postgres |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}
