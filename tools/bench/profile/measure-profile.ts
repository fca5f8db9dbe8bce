import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDrive } from '../contenders/drive-contender.ts';
import { execute, processorTime, voluntarySwitches } from '../processes.ts';
import { seed } from '../scenarios/small-files.ts';
import { namesForPerf, recordSamples, type Samples } from './perf-samples.ts';
import { profileRows, type ProfileRow } from './profile-rows.ts';
import { countSystemCalls } from './system-calls.ts';

export interface ProfileOptions {
  /** Size of a large file. */
  readonly mib: number;
  /** Only rows whose name contains this are measured. */
  readonly rows: string;
}

/** Processor time of one request, or of one GiB, in seconds. */
interface Profile {
  readonly row: ProfileRow;
  readonly user: number;
  readonly system: number;
  readonly switches: number;
  readonly systemCalls: ReadonlyMap<string, number>;
  readonly samples: Samples;
}

const rounds = 3;

/**
 * The processor time of the built server for each kind of request, divided by the layers that use it. The time is
 * measured without perf and strace, which only give the shares and the counts.
 */
export async function measureProfile({ mib, rows }: ProfileOptions, tell: (line: string) => void): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-profile-'));
  const source = join(directory, 'source');
  const drive = await startDrive(join(directory, 'data'), namesForPerf);
  const load = loadavg()[0] ?? 0;
  try {
    await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
    await seed(drive, join(directory, 'seed'), 100);
    const profiles: Profile[] = [];
    for (const row of profileRows({ drive, directory, source, mib })) {
      if (!row.name.includes(rows)) continue;
      tell(row.name);
      const file = (kind: string): string => join(directory, `${profiles.length}.${kind}`);
      await row.prepare();
      await row.run();
      const times = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(row, drive.pid));
      const [time] = times.toSorted((a, b) => a.user + a.system - (b.user + b.system)).slice(Math.floor(rounds / 2));
      await row.prepare();
      const samples = await recordSamples(drive.pid, file('perf'), () => row.run());
      await row.prepare();
      let units = 0;
      const calls = await countSystemCalls(drive.pid, file('strace'), async () => (units = await row.run()));
      const systemCalls = new Map([...calls].map(([name, count]) => [name, count / units]));
      profiles.push({ row, ...time!, systemCalls, samples });
      tell(`  ${JSON.stringify(time)}`);
    }
    return [
      `Load average of the machine at the start: ${load.toFixed(1)}. Medians of ${rounds} rounds.`,
      ...[false, true].flatMap((isLarge) => {
        const group = profiles.filter(({ row }) => row.isLarge === isLarge);
        return group.length === 0 ? [] : [tableOf(group, isLarge)];
      }),
    ].join('\n\n');
  } finally {
    await drive.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function timeOf(row: ProfileRow, pid: number): Promise<Pick<Profile, 'user' | 'system' | 'switches'>> {
  await row.prepare();
  const before = { ...processorTime(pid), switches: voluntarySwitches(pid) };
  const units = await row.run();
  const after = { ...processorTime(pid), switches: voluntarySwitches(pid) };
  return {
    user: (after.user - before.user) / units,
    system: (after.system - before.system) / units,
    switches: (after.switches - before.switches) / units,
  };
}

/** Modules that have less than this part of the time in every column are added up. */
const least = 0.015;
const namedCalls = 12;

/** A column per kind of request; rows for the time, its layers, its modules and the system calls. */
function tableOf(profiles: readonly Profile[], isLarge: boolean): string {
  const scale = isLarge ? 1e3 : 1e6;
  const figure = (value: number): string => (value < 0.05 ? '' : value < 10 ? value.toFixed(1) : value.toFixed(0));
  const line = (name: string, value: (profile: Profile) => number): string =>
    `| ${name} | ${profiles.map((profile) => figure(value(profile))).join(' | ')} |`;
  const timeOfSamples = ({ user, system, samples }: Profile, count = 0): number =>
    ((user + system) * scale * count) / samples.total;
  const names = (counts: (samples: Samples) => ReadonlyMap<string, number>): string[] => {
    const sum = (name: string): number =>
      profiles.reduce((total, { samples }) => total + (counts(samples).get(name) ?? 0) / samples.total, 0);
    return [...new Set(profiles.flatMap(({ samples }) => [...counts(samples).keys()]))].toSorted(
      (a, b) => sum(b) - sum(a),
    );
  };
  const isSmall = (name: string): boolean =>
    profiles.every(({ samples }) => (samples.byModule.get(name) ?? 0) / samples.total < least);
  const modules = names(({ byModule }) => byModule);
  const calls = [...new Set(profiles.flatMap(({ systemCalls }) => [...systemCalls.keys()]))].toSorted(
    (a, b) => callsOf(profiles, b) - callsOf(profiles, a),
  );
  const unit = isLarge ? 'ms per GiB' : 'µs per request';
  return [
    `| ${unit} | ${profiles.map(({ row }) => row.name).join(' | ')} |`,
    `|---|${profiles.map(() => '---:|').join('')}`,
    line('**processor time**', ({ user, system }) => (user + system) * scale),
    line('in the program', ({ user }) => user * scale),
    line('in the kernel', ({ system }) => system * scale),
    line('on the main thread', (profile) => timeOfSamples(profile, profile.samples.onMainThread)),
    ...names(({ byLayer }) => byLayer).map((name) =>
      line(name, (profile) => timeOfSamples(profile, profile.samples.byLayer.get(name))),
    ),
    `| **JavaScript by module** ${'| '.repeat(profiles.length)}|`,
    ...modules
      .filter((name) => !isSmall(name))
      .map((name) => line(name, (profile) => timeOfSamples(profile, profile.samples.byModule.get(name)))),
    line('others', (profile) =>
      modules
        .filter(isSmall)
        .reduce((sum, name) => sum + timeOfSamples(profile, profile.samples.byModule.get(name)), 0),
    ),
    line('**system calls**', ({ systemCalls }) => [...systemCalls.values()].reduce((sum, count) => sum + count, 0)),
    ...calls.slice(0, namedCalls).map((name) => line(`\`${name}\``, ({ systemCalls }) => systemCalls.get(name) ?? 0)),
    line('times a thread waited', ({ switches }) => switches),
  ].join('\n');
}

const callsOf = (profiles: readonly Profile[], name: string): number =>
  profiles.reduce((sum, { systemCalls }) => sum + (systemCalls.get(name) ?? 0), 0);
