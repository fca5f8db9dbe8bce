import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDrive } from '../contenders/drive-contender.ts';
import { startNginx } from '../contenders/nginx-contender.ts';
import { execute, freePort, startServer, stopServer } from '../processes.ts';

/** A server beside which Drive is measured. A function that is missing is something the server cannot do. */
export interface PeerServer {
  readonly name: string;
  readonly durable: string;
  readonly hashed: string;
  /** Id of the process that was started; its children count, too. */
  readonly pid: number;
  readonly headers: readonly string[];
  /** URL of a file for PUT. */
  putUrl?(name: string): string;
  /** Creates an upload; returns the URL for its PATCH. */
  createTus?(bytes: number): Promise<string>;
  /** URL of a file that was stored by PUT under this name. */
  downloadUrl?(name: string): Promise<string>;
  /** URL of a ZIP with the file that was stored by PUT under this name. */
  archiveUrl?(name: string): Promise<string>;
  /** A request that lists the top folder. */
  readonly list?: { readonly url: string; readonly method: 'GET' | 'PROPFIND' };
  stop(): Promise<void>;
}

/** Published versions, which `installPeers` fetches. */
const packages = [
  'webdav-server@2.6.3',
  'nephele@1.0.0-alpha.67',
  '@nephele/adapter-file-system',
  '@nephele/authenticator-none',
  'express@5',
];

/** Installs the peers that npm has; returns those that are missing, with the reason. `needsAll`: throws for one that Debian has. */
export async function installPeers(directory: string, needsAll: boolean): Promise<string[]> {
  const missing = [
    'PsiTransfer (not published on npm or by Debian)',
    'copyparty (not published on npm or by Debian)',
    '@tus/server with S3Store (needs an object storage)',
  ];
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  for (const name of packages)
    await execute('npm', ['install', '--no-audit', '--no-fund', '--prefix', directory, name]).catch(() =>
      missing.push(`${name} (npm could not install it)`),
    );
  for (const [file, name] of [
    ['/usr/sbin/nginx', 'nginx'],
    ['/usr/bin/rclone', 'rclone'],
    ['/usr/sbin/apache2', 'apache2'],
  ] as const)
    if (!existsSync(file)) {
      if (needsAll) throw new Error(`Docs quote figures beside ${name}: apt-get install ${name}`);
      missing.push(`${name} (apt-get install ${name})`);
    }
  return missing;
}

/** Starts everything that is installed. `packagesDirectory` as given to `installPeers`. */
export async function startPeers(directory: string, packagesDirectory: string): Promise<PeerServer[]> {
  const at = (name: string): string => {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const peers: (PeerServer | undefined)[] = [
    await drivePeer(at('drive')),
    await existing('/usr/sbin/nginx', () => nginxPeer(at('nginx'))),
    await existing('/usr/sbin/apache2', () => apachePeer(at('apache'))),
    await existing('/usr/bin/rclone', () => rclonePeer(at('rclone'))),
    await existing(join(packagesDirectory, 'node_modules/webdav-server'), () =>
      nodeWebdavPeer('webdav-server', at('webdav-server'), packagesDirectory, webdavServerProgram),
    ),
    await existing(join(packagesDirectory, 'node_modules/@nephele/authenticator-none'), () =>
      nodeWebdavPeer('nephele', at('nephele'), packagesDirectory, nepheleProgram),
    ),
    await nodePeer('tus-server.ts', at('tus'), (url) => ({
      name: '@tus/server, FileStore',
      hashed: 'no',
      createTus: async (bytes) => {
        const created = await fetch(`${url}/files`, {
          method: 'POST',
          headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
        });
        return created.headers.get('location') ?? '';
      },
    })),
    await nodePeer('bare-loop.ts', at('loop'), (url) => ({
      name: 'bare Node loop',
      hashed: 'SHA-256',
      putUrl: (name) => `${url}/${name}`,
    })),
  ];
  return peers.filter((peer) => peer !== undefined);
}

const existing = async (path: string, start: () => Promise<PeerServer>): Promise<PeerServer | undefined> =>
  existsSync(path) ? start() : undefined;

async function drivePeer(directory: string): Promise<PeerServer> {
  const drive = await startDrive(join(directory, 'data'));
  const idOf = async (name: string): Promise<string> =>
    (await drive.call<{ id: string }>('GET', `/api/files/by-path?path=${encodeURIComponent(`/${name}`)}`)).id;
  return {
    name: 'Drive',
    durable: 'yes',
    hashed: 'SHA-256, CRC-32',
    pid: drive.pid,
    headers: [`authorization: Bearer ${drive.key}`],
    putUrl: (name) => `${drive.url}/files/by-path/${name}`,
    createTus: async (bytes) => {
      const { sessionId } = await drive.reserve(`tus ${performance.now()}`, bytes);
      return `${drive.url}/files/tus/${sessionId}`;
    },
    downloadUrl: async (name) => drive.downloadUrl(await idOf(name)),
    archiveUrl: async (name) => drive.archiveUrl([await idOf(name)]),
    list: { url: `${drive.url}/api/files?limit=100`, method: 'GET' },
    stop: () => drive.stop(),
  };
}

/** The part that all WebDAV servers have in common. */
const webdav = (
  url: string,
): Pick<PeerServer, 'durable' | 'hashed' | 'headers' | 'putUrl' | 'downloadUrl' | 'list'> => ({
  durable: 'no',
  hashed: 'no',
  headers: [],
  putUrl: (name) => `${url}/${name}`,
  downloadUrl: (name) => Promise.resolve(`${url}/${name}`),
  list: { url: `${url}/`, method: 'PROPFIND' },
});

async function nginxPeer(directory: string): Promise<PeerServer> {
  const nginx = await startNginx(directory);
  const pid = Number(readFileSync(join(directory, 'nginx.pid'), 'utf8'));
  const { list: _, ...common } = webdav(nginx.url);
  return { ...common, name: 'nginx dav', pid, stop: () => nginx.stop() };
}

async function apachePeer(directory: string): Promise<PeerServer> {
  const port = await freePort();
  const files = join(directory, 'files');
  const locks = join(directory, 'locks');
  // Apache's processes are those of another user if it is started by root.
  for (const folder of [files, locks]) {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }
  const modules = ['mpm_event', 'authz_core', 'dav', 'dav_fs'];
  const config = join(directory, 'apache.conf');
  writeFileSync(
    config,
    [
      `ServerRoot ${directory}`,
      `ServerName localhost`,
      `Listen 127.0.0.1:${port}`,
      `PidFile ${directory}/pid`,
      // Node's pipes cannot be opened by name.
      'ErrorLog "|$cat >&2"',
      ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      `DocumentRoot ${files}`,
      `DavLockDB ${locks}/db`,
      'EnableSendfile On',
      'MaxKeepAliveRequests 0',
      'LimitRequestBody 0',
      '<Directory />\nRequire all granted\nDAV On\n</Directory>',
    ].join('\n'),
  );
  const { child } = await startServer(
    '/usr/sbin/apache2',
    ['-f', config, '-D', 'FOREGROUND'],
    process.env,
    /configured|resuming/,
  );
  return {
    ...webdav(`http://127.0.0.1:${port}`),
    name: 'apache mod_dav',
    pid: child.pid ?? 0,
    stop: () => stopServer(child),
  };
}

async function rclonePeer(directory: string): Promise<PeerServer> {
  const port = await freePort();
  const { child } = await startServer(
    '/usr/bin/rclone',
    ['serve', 'webdav', directory, '--addr', `127.0.0.1:${port}`, '-v', '--config', join(directory, '.rclone.conf')],
    process.env,
    /WebDav Server started|Serving/i,
  );
  return {
    ...webdav(`http://127.0.0.1:${port}`),
    name: 'rclone serve webdav',
    pid: child.pid ?? 0,
    stop: () => stopServer(child),
  };
}

const webdavServerProgram = (port: number, files: string): string => `import { v2 } from 'webdav-server';
const server = new v2.WebDAVServer({ port: ${port}, hostname: '127.0.0.1' });
server.setFileSystem('/', new v2.PhysicalFileSystem(${JSON.stringify(files)}), () =>
  server.start(() => console.log('listening')));
`;

const nepheleProgram = (port: number, files: string): string => `import express from 'express';
import createServer from 'nephele';
import FileSystemAdapter from '@nephele/adapter-file-system';
import Authenticator from '@nephele/authenticator-none';
const adapter = new FileSystemAdapter({ root: ${JSON.stringify(files)} });
express()
  .use('/', createServer({ adapter, authenticator: new Authenticator() }))
  .listen(${port}, '127.0.0.1', () => console.log('listening'));
`;

/** A WebDAV server from npm, run by a program that prints `listening`. */
async function nodeWebdavPeer(
  name: string,
  directory: string,
  packagesDirectory: string,
  programOf: (port: number, files: string) => string,
): Promise<PeerServer> {
  const port = await freePort();
  const program = join(packagesDirectory, `${name}.mjs`);
  const files = join(directory, 'files');
  mkdirSync(files);
  writeFileSync(program, programOf(port, files));
  const { child } = await startServer(process.execPath, [program], process.env, /^listening$/m);
  return { ...webdav(`http://127.0.0.1:${port}`), name, pid: child.pid ?? 0, stop: () => stopServer(child) };
}

type Described = Omit<PeerServer, 'durable' | 'pid' | 'headers' | 'stop'>;

/** One of the programs in this folder. */
async function nodePeer(file: string, directory: string, describe: (url: string) => Described): Promise<PeerServer> {
  const { child, match } = await startServer(
    process.execPath,
    [join(import.meta.dirname, file), directory],
    process.env,
    /^listening on (\S+)$/m,
  );
  return {
    durable: 'no',
    headers: [],
    ...describe(match[1] ?? ''),
    pid: child.pid ?? 0,
    stop: () => stopServer(child satisfies ChildProcess),
  };
}

/** A process and its children: nginx and apache work in those. Linux only. */
export function processTree(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return new RegExp(`^PPid:\\t${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}
