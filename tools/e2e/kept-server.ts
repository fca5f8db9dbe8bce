import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admin, createKey, freePort, liftedLimits, startServer, type RunningServer } from './programs.ts';

interface Machine {
  readonly port: number;
  readonly key: string;
}

export interface KeptServer extends Machine {
  readonly server: RunningServer;
  readonly url: string;
}

/** Starts a server whose data, port and API key stay in `directory`, so that a later run goes on with them. */
export async function startKeptServer(directory: string): Promise<KeptServer> {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'machine.json');
  const saved = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Machine) : undefined;
  const port = saved?.port ?? (await freePort());
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    DRIVE_DATA_DIR: join(directory, 'data'),
    DRIVE_ADMIN_EMAIL: admin.email,
    DRIVE_ADMIN_PASSWORD: admin.password,
    DRIVE_LOG_LEVEL: 'warn',
    ...liftedLimits,
    DRIVE_PORT: String(port),
  };
  const server = await startServer(env);
  const { key } = saved ?? { key: await createKey(env, admin.email) };
  writeFileSync(path, JSON.stringify({ port, key } satisfies Machine), { mode: 0o600 });
  return { server, port, key, url: `http://127.0.0.1:${port}` };
}
