// Programs that keep two folders equal, with their defaults as far as they need no user.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../launcher/toolchain.mjs';
import { startRealServer } from '../real-server.mjs';
import { runProgram } from '../run-program.mjs';

const { PATH } = process.env;

/** Ends with other codes than 0 are ordinary: conflicts. */
const run = (file, args, env) => runProgram(file, args, { env: { PATH, ...env } }).catch(({ message }) => message);

/** Two computers, each with the server. */
export const drive = {
  name: 'drive-cli sync --two-way',
  programs: [],
  async open({ a, b, scratch }) {
    const server = await startRealServer();
    const main = join(root, 'packages/cli/dist/main.mjs');
    const sync = async (folder) => {
      const env = { HOME: `${folder}-home`, DRIVE_URL: server.url, DRIVE_API_KEY: server.apiKey, TMPDIR: scratch };
      await run(process.execPath, [main, 'sync', '--two-way', '--yes', folder, 'drive:/Shared'], env);
    };
    const { apiKey, url } = server;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    await fetch(`${url}/api/files/folders`, { method: 'POST', headers, body: '{"name":"Shared"}' });
    return {
      sync: async () => {
        await sync(a);
        await sync(b);
        await sync(a);
      },
      close: () => server.stop(),
    };
  },
};

export const rclone = {
  name: 'rclone bisync',
  // A conflict that it cannot handle ends the run, which would leave the others as they are.
  isAlone: true,
  programs: ['rclone'],
  async open({ a, b, scratch }) {
    const env = { HOME: scratch };
    let first = ['--resync'];
    return {
      sync: async () => {
        await run('rclone', ['bisync', a, b, ...first], env);
        first = [];
      },
    };
  },
};

export const unison = {
  name: 'Unison',
  isAlone: true,
  programs: ['unison'],
  open: async ({ a, b, scratch }) => ({
    sync: () =>
      run('unison', [a, b, '-batch', '-auto', '-ui', 'text'], { HOME: scratch, UNISON: join(scratch, 'unison') }),
  }),
};

/** Two devices on this machine, which know each other's address and nobody else. */
export const syncthing = {
  name: 'Syncthing',
  programs: ['syncthing'],
  async open({ a, b, scratch }) {
    const devices = [];
    for (const folder of [a, b]) {
      const home = join(scratch, `home-${devices.length}`);
      await run('syncthing', ['generate', '--home', home, '--no-default-folder', '--skip-port-probing'], {
        HOME: home,
      });
      const id = /<device id="([^"]+)"/.exec(readFileSync(join(home, 'config.xml'), 'utf8'))[1];
      devices.push({ folder, home, id, port: await freePort(), gui: await freePort() });
    }
    for (const device of devices) writeConfig(device, devices);
    const processes = new Map();
    const start = async (device) => {
      const args = ['serve', '--home', device.home, '--no-browser', '--no-upgrade', '--no-restart'];
      processes.set(
        device,
        spawn('syncthing', args, { env: { PATH, HOME: device.home, STNOUPGRADE: '1' }, stdio: 'ignore' }),
      );
      await until(() => ask(device, 'system/ping'));
    };
    const stop = async (device) => {
      const child = processes.get(device);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    };
    for (const device of devices) await start(device);
    return {
      async sync() {
        for (const device of devices) await ask(device, 'db/scan?folder=shared', 'POST');
        await until(async () => {
          const states = await Promise.all(devices.map((device) => ask(device, 'db/status?folder=shared')));
          // What it cannot do stays needed.
          return states.every(
            ({ state, needTotalItems, pullErrors }) => state === 'idle' && needTotalItems <= pullErrors,
          );
        });
        await sleep(3000);
      },
      part: () => Promise.all(devices.map(stop)),
      async meet() {
        for (const device of devices) await start(device);
      },
      close: () => Promise.all(devices.map(stop)),
    };
  },
};

function writeConfig({ home, folder, id, port, gui }, devices) {
  const ids = devices.map((device) => `<device id="${device.id}"/>`).join('');
  const known = devices
    .map((device) => `<device id="${device.id}"><address>tcp://127.0.0.1:${device.port}</address></device>`)
    .join('');
  mkdirSync(join(folder, '.stfolder'), { recursive: true });
  writeFileSync(
    join(home, 'config.xml'),
    `<configuration version="35">
      <folder id="shared" path="${folder}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="false">${ids}<maxConflicts>10</maxConflicts></folder>
      ${known}
      <gui enabled="true" tls="false"><address>127.0.0.1:${gui}</address><apikey>measured-${id.slice(0, 7)}</apikey></gui>
      <options>
        <listenAddress>tcp://127.0.0.1:${port}</listenAddress>
        <globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
        <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><urAccepted>-1</urAccepted>
        <crashReportingEnabled>false</crashReportingEnabled><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
        <reconnectionIntervalS>2</reconnectionIntervalS>
      </options>
    </configuration>`,
  );
}

async function ask({ gui, id }, path, method = 'GET') {
  const headers = { 'X-API-Key': `measured-${id.slice(0, 7)}` };
  const answer = await fetch(`http://127.0.0.1:${gui}/rest/${path}`, { method, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text === '' ? {} : JSON.parse(text);
}

async function until(isDone) {
  for (let tries = 0; tries < 240; tries += 1) {
    if (await isDone().catch(() => false)) return;
    await sleep(500);
  }
  throw new Error('this takes too long');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  server.close();
  return port;
}
