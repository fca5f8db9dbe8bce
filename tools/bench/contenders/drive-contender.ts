import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startServer, stopServer } from '../processes.ts';

export const serverMain = join(import.meta.dirname, '../../../packages/server/dist/main.mjs');
/** Output of the server when it accepts requests. */
export const listening = /^listening on (\S+)$/m;
const admin = { email: 'bench@example.com', password: 'a password for the bench' };

export interface Reservation {
  readonly sessionId: string;
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly directUrl: string | null;
}

export interface Drive {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to that line. */
  readonly readyMs: number;
  /** Calls the API. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  reserve(name: string, bytes: number): Promise<Reservation>;
  reserveMany(names: readonly string[], bytes: number): Promise<Reservation[]>;
  downloadUrl(fileId: string): Promise<string>;
  /** The URL of a ZIP, valid for one download. */
  archiveUrl(fileIds: readonly string[]): Promise<string>;
  createFolder(name: string): Promise<string>;
  stop(): Promise<void>;
}

export const liftedLimits = (dataDirectory: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DRIVE_DATA_DIR: dataDirectory,
  DRIVE_PORT: '0',
  DRIVE_RATE_API: '0',
  DRIVE_RATE_FILES: '0',
  DRIVE_RATE_TRANSFERS: '0',
  DRIVE_RATE_PUBLIC: '0',
  DRIVE_RATE_APIKEY: '0',
  DRIVE_RATE_AUTH: '0',
  DRIVE_FEATURE_LIMITS: 'off',
  DRIVE_LOG_LEVEL: 'warn',
});

/** The process of the built server, and the milliseconds until it accepted requests. */
export async function startServerOf(dataDirectory: string, settings: Readonly<Record<string, string>> = {}) {
  const began = performance.now();
  const env = { ...liftedLimits(dataDirectory), ...settings };
  const started = await startServer(process.execPath, [serverMain, 'serve'], env, listening);
  return { ...started, readyMs: performance.now() - began };
}

/** The built server, without limits, with a temporary data directory. */
export async function startDrive(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Drive> {
  const { child, match, readyMs } = await startServerOf(dataDirectory, {
    DRIVE_ADMIN_EMAIL: admin.email,
    DRIVE_ADMIN_PASSWORD: admin.password,
    ...settings,
  });
  const url = (match[1] ?? '').replace(/\/$/, '');
  const key = await createKey(url);

  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const upload = (fileName: string, fileSizeBytes: number) => ({
    fileName,
    contentType: 'application/octet-stream',
    fileSizeBytes,
  });

  return {
    url,
    key,
    pid: child.pid ?? 0,
    readyMs,
    call,
    reserve: (name, bytes) => call('POST', '/api/uploads', upload(name, bytes)),
    reserveMany: async (names, bytes) =>
      (
        await call<{ files: Reservation[] }>('POST', '/api/uploads/batch', {
          files: names.map((name) => upload(name, bytes)),
        })
      ).files,
    downloadUrl: async (fileId) =>
      (await call<{ downloadUrl: string }>('GET', `/api/files/${fileId}/download-url`)).downloadUrl,
    archiveUrl: async (fileIds) =>
      (await call<{ downloadUrl: string }>('POST', '/api/files/archive', { fileIds })).downloadUrl,
    createFolder: async (name) => (await call<{ id: string }>('POST', '/api/files/folders', { name })).id,
    stop: () => stopServer(child satisfies ChildProcess),
  };
}

async function createKey(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(admin) });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  const answer = await fetch(`${url}/api/me/api-keys`, {
    method: 'POST',
    headers: { ...headers, cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(xsrf) },
    body: '{}',
  });
  if (answer.status !== 201) throw new Error(`no key: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rawKey: string }).rawKey;
}
