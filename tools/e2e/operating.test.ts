import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { DCLinter } from 'dclint';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settingNames, variableOf } from '../../packages/server/src/settings.ts';
import { admin, createKey, drive, freshMachine, run, runServer, startServer } from './programs.ts';
import { deployFile, withInstead } from './proxies/deploy-files.ts';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'drive-operating-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('deploy/drive.service', () => {
  const unit = join(scratch, 'drive.service');
  writeFileSync(unit, withInstead(deployFile('drive.service'), '/usr/local/bin/drive-server', '/bin/true'));

  it.skipIf(!hasSystemd)('is understood by systemd without warnings', async () => {
    const { code, stderr } = await run('systemd-analyze', ['verify', unit], { env: { PATH: process.env.PATH ?? '' } });
    expect([code, stderr]).toEqual([0, '']);
  });

  it.skipIf(!hasSystemd)('has the exposure level that the page states', async () => {
    const args = ['security', '--offline=true', '--no-pager', unit];
    const { stdout } = await run('systemd-analyze', args, { env: { PATH: process.env.PATH ?? '' } });
    const [, exposure] = /Overall exposure level for \S+ (\d+\.\d)/.exec(stdout) ?? [];
    const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    expect(page).toContain(`rates this unit ${exposure} of 10`);
  });
});

describe('deploy/sync', () => {
  const unit = join(scratch, 'drive-sync@home.service');
  writeFileSync(unit, deployFile('sync/drive-sync@.service'));

  it.skipIf(!hasSystemd)('has a unit of the user that systemd understands', async () => {
    const env = { PATH: process.env.PATH ?? '', XDG_RUNTIME_DIR: scratch };
    const { code, stderr } = await run('systemd-analyze', ['verify', '--user', unit], { env });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('starts the command line as it is', async () => {
    const [, ofUnit = ''] =
      /^ExecStart=\/usr\/bin\/env drive-cli (.*)$/m.exec(deployFile('sync/drive-sync@.service')) ?? [];
    const [, list = ''] = /<array>(.*?)<\/array>/s.exec(deployFile('sync/com.drive.sync.plist')) ?? [];
    const ofAgent = [...list.matchAll(/<string>(.*?)<\/string>/g)].map(([, text = '']) => text).slice(1);
    const { env } = freshMachine();
    const named = ofUnit.replace('${LOCAL}', '/srv/Drive').replace('${REMOTE}', '/').split(' ');
    for (const argv of [named, ofAgent]) {
      // Not signed in is what is found first once the arguments are understood.
      expect(await drive({ ...env, DRIVE_BASE_URL: 'http://127.0.0.1:9' }, ...argv)).toMatchObject({
        code: 4,
        stdout: '',
      });
    }
  });
});

describe('deploy/drive.env.example', () => {
  it('contains only valid settings for a server', async () => {
    const lines = deployFile('drive.env.example')
      .split('\n')
      .filter((line) => line.startsWith('DRIVE_'));
    const env = Object.fromEntries(lines.map((line) => /^(\w+)="?(.*?)"?$/.exec(line)?.slice(1) ?? []));
    const { code, stdout, stderr } = await runServer({ ...env, DRIVE_DATA_DIR: scratch }, 'config');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('DRIVE_MAIL_FROM=Drive <drive@example.com>\n');
  });

  it('names existing settings only, as docs/operating.md and SECURITY.md do', () => {
    const known = new Set(settingNames.map(variableOf));
    for (const page of ['deploy/drive.env.example', 'docs/operating.md', 'SECURITY.md'])
      for (const [name] of readFileSync(join(root, page), 'utf8').matchAll(/\bDRIVE_[A-Z]+(_[A-Z]+)*\b/g))
        expect([page, known.has(name) ? 'known' : name]).toEqual([page, 'known']);
  });
});

describe('deploy/compose.yaml', () => {
  const compose = parse(deployFile('compose.yaml'), { strict: true }) as {
    readonly services: { readonly drive: ComposeService };
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const { drive } = compose.services;
  const image = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  /** The arguments of the last instruction of one kind. */
  const imageValue = (keyword: string): string =>
    image
      .getInstructions()
      .filter((one) => one.getKeyword() === keyword)
      .at(-1)
      ?.getRawArgumentsContent() ?? '';
  const imageEnv = Object.fromEntries(
    Array.from(imageValue('ENV').matchAll(/(DRIVE_\w+)=(\S+)/g), ([, name, value]) => [name!, value!] as const),
  );

  it('is a valid Compose file without anything unsafe', () => {
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }) as ComposeLinter;
    const messages = linter.lintFiles([join(root, 'deploy/compose.yaml')], false).flatMap((file) => file.messages);
    expect(messages.filter(({ type, category }) => type === 'error' || category === 'security')).toEqual([]);
  });

  it('fits the image: its folder, its port, and the time it needs to stop', () => {
    expect(existsSync(join(root, 'deploy', drive.build, 'Dockerfile'))).toBe(true);
    const mounts = drive.volumes.map((mount) => mount.split(':'));
    expect(mounts.map(([, path]) => path)).toEqual(JSON.parse(imageValue('VOLUME')));
    expect(mounts.map(([, path]) => path)).toEqual([imageEnv['DRIVE_DATA_DIR']]);
    expect(mounts.map(([name]) => name)).toEqual(Object.keys(compose.volumes));
    const inside = drive.ports.map((port) => port.split(':').at(-1));
    expect(inside).toEqual([imageValue('EXPOSE')]);
    expect(inside).toEqual([imageEnv['DRIVE_PORT']]);
    // Requests under way get 30 seconds, and work behind them another 10.
    expect(Number.parseInt(drive.stop_grace_period, 10)).toBeGreaterThan(40);
  });

  it('has settings and a health check that the program accepts', async () => {
    for (const name of Object.keys(imageEnv)) expect(settingNames.map(variableOf)).toContain(name);
    const given = deployFile('drive.env.example').replaceAll('"', '').split('\n');
    const lines = given.filter((line) => /^DRIVE_(?!DATA_DIR)/.test(line));
    const settings = Object.fromEntries(lines.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
    const { env } = freshMachine();
    const inContainer = { ...env, ...settings, DRIVE_HOST: imageEnv['DRIVE_HOST']! };
    const server = await startServer(inContainer);
    const [program, ...command] = JSON.parse(/CMD (\[.*\])$/.exec(imageValue('HEALTHCHECK'))?.[1] ?? '') as string[];
    expect([program]).toEqual(JSON.parse(imageValue('ENTRYPOINT')));
    const asked = { ...inContainer, DRIVE_PORT: new URL(server.url).port };
    expect(await runServer(asked, ...command)).toMatchObject({ code: 0, stdout: expect.stringContaining('200') });
    await server.end('SIGTERM');
    expect(await runServer(asked, ...command)).toMatchObject({ code: 1 });
  });
});

/** The declarations of dclint have imports that TypeScript does not resolve in Node's way. */
interface ComposeLinter {
  lintFiles(
    paths: string[],
    isRecursive: boolean,
  ): readonly { readonly messages: readonly { readonly type: string; readonly category: string }[] }[];
}

interface ComposeService {
  readonly build: string;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
}

describe('deploy/drive-admin', () => {
  it.skipIf(process.platform === 'win32')('runs a command with the settings of the server, as its user', async () => {
    const folder = mkdtempSync(join(scratch, 'admin-'));
    writeFileSync(join(folder, 'runuser'), '#!/bin/sh\necho "$*" with "$DRIVE_MAIL_FROM"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, SETTINGS: join(root, 'deploy/drive.env.example') };
    expect(await run('sh', [join(root, 'deploy/drive-admin'), 'user', 'list'], { env })).toEqual({
      code: 0,
      stdout: '-u drive -- drive-server user list with Drive <drive@example.com>\n',
      stderr: '',
    });
  });
});

describe('drive-server health', () => {
  it('reports whether the server with these settings is healthy', async () => {
    const { env } = freshMachine();
    const server = await startServer(env);
    const asked = { ...env, DRIVE_PORT: new URL(server.url).port };
    expect(await runServer(asked, 'health')).toMatchObject({ code: 0, stdout: `${server.url}/readyz answered 200\n` });
    await server.end('SIGTERM');
    expect(await runServer(asked, 'health')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^drive-server: http:\S+\/readyz does not answer: .*ECONNREFUSED/),
    });
  });
});

describe('deploy/drive-backup', () => {
  const script = join(root, 'deploy/drive-backup');

  it.skipIf(process.platform === 'win32')(
    'keeps a complete copy of each day, up to its number',
    { timeout: 60_000 },
    async () => {
      const { env, home, dataDirectory } = freshMachine();
      const server = await startServer(env);
      const client = new DriveClient({ baseUrl: server.url, apiKey: await createKey(env, admin.email) });
      const kept = await client.uploads.upload(new Blob([Buffer.alloc(2_000_000, 'kept')]), { name: 'kept.bin' });

      const backups = join(home, 'backups');
      for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) mkdirSync(join(backups, day), { recursive: true });
      const settings = join(home, 'drive.env');
      writeFileSync(settings, `DRIVE_DATA_DIR=${dataDirectory}\nDRIVE_MAIL_FROM="Drive <drive@example.com>"\n`);
      const backup = () =>
        run('sh', [script], {
          env: {
            PATH: `${programFolder()}:${process.env.PATH}`,
            SETTINGS: settings,
            BACKUPS: backups,
            KEEP: '3',
          },
        });
      const first = await backup();
      expect(first).toEqual({ code: 0, stdout: '', stderr: '' });
      const days = readdirSync(backups).filter((name) => /^\d/.test(name));
      expect(days.slice(0, 2)).toEqual(['2026-01-02', '2026-01-03']);
      expect(days.length).toBe(3);
      const today = join(backups, days[2] ?? '');

      // An unchanged blob is stored once for any number of days.
      const [blob = ''] = readdirSync(join(today, 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      expect(statSync(blob).nlink).toBe(2);
      expect(statSync(today).mode & 0o077).toBe(0);

      await client.files.trash(kept.fileId);
      await client.trash.purge(kept.fileId);
      await server.end('SIGTERM');
      // An incomplete backup is not stored as a day, and is reported.
      rmSync(join(backups, 'latest', blob.slice(today.length + 1)));
      writeFileSync(join(backups, 'latest', blob.slice(today.length + 1)), 'altered');
      rmSync(dataDirectory, { recursive: true });
      expect(await backup()).toMatchObject({ code: 1, stderr: expect.stringContaining('drive-server: ') });

      const restored = join(home, 'restored');
      expect(await runServer({ ...env, DRIVE_DATA_DIR: restored }, 'restore', today)).toMatchObject({ code: 0 });
      const again = await startServer({ ...env, DRIVE_DATA_DIR: restored });
      const back = new DriveClient({
        baseUrl: again.url,
        apiKey: await createKey({ ...env, DRIVE_DATA_DIR: restored }, admin.email),
      });
      expect((await (await back.files.download(kept.fileId)).arrayBuffer()).byteLength).toBe(2_000_000);
      await again.end('SIGTERM');
    },
  );

  /** The folder in which `drive-server` is the tested program. */
  function programFolder(): string {
    const folder = mkdtempSync(join(scratch, 'bin-'));
    if (process.env.DRIVE_E2E_SERVER !== undefined)
      symlinkSync(process.env.DRIVE_E2E_SERVER, join(folder, 'drive-server'));
    else {
      const main = join(root, 'packages/server/dist/main.mjs');
      writeFileSync(join(folder, 'drive-server'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
        mode: 0o755,
      });
    }
    return folder;
  }
});
