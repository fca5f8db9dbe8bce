// Servers and commands of the tests of moving, which are killed and started again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { expect } from 'vitest';
import {
  admin,
  createKey,
  freePort,
  freshMachine,
  liftedLimits,
  runServer,
  serverCommand,
  startServer,
  type Output,
  type RunningServer,
} from '../programs.ts';

export type Env = Readonly<Record<string, string>>;

const running: RunningServer[] = [];

/** For `afterEach`. */
export async function killServers(): Promise<void> {
  for (const server of running.splice(0)) await server.end('SIGKILL');
}

/** Settings that a server with an object storage needs, and others accept. */
export async function freshEnv(): Promise<{ home: string; dataDirectory: string; env: Record<string, string> }> {
  const port = await freePort();
  const machine = freshMachine();
  const env = {
    ...machine.env,
    ...liftedLimits,
    DRIVE_PORT: String(port),
    DRIVE_BASE_URL: `http://127.0.0.1:${port}`,
    DRIVE_SMTP_URL: 'smtp://127.0.0.1:9',
    DRIVE_MAIL_FROM: 'drive@example.com',
  };
  return { ...machine, env };
}

export async function start(env: Env): Promise<RunningServer> {
  const server = await startServer(env);
  running.push(server);
  return server;
}

export const stop = async (): Promise<void> => {
  for (const server of running.splice(0)) expect(await server.end('SIGTERM')).toBe(0);
};

export const clientOf = async (env: Env): Promise<DriveClient> =>
  new DriveClient({ baseUrl: env['DRIVE_BASE_URL'] ?? '', apiKey: await createKey(env, admin.email) });

/** A command that may be killed. */
export interface Command {
  /** Standard error so far. */
  said(): string;
  /** Resolves when the text was said; rejects if the command ends before. */
  hasSaid(text: string): Promise<void>;
  kill(): Promise<void>;
  ended(): Promise<Pick<Output, 'code' | 'stderr'>>;
}

export function startCommand(env: Env, ...args: string[]): Command {
  const [file, ...before] = serverCommand;
  const child = spawn(file, [...before, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    said: () => stderr,
    hasSaid: async (text) => {
      while (!stderr.includes(text)) {
        if (child.exitCode !== null) throw new Error(`the command ended with ${child.exitCode}: ${stderr}`);
        await sleep(5);
      }
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    ended: async () => {
      const [code] = await closed;
      return { code: code ?? -1, stderr };
    },
  };
}

/** The only line of complaint that a command or a start with these settings ends with. */
export async function refusalOf(env: Env, ...args: string[]): Promise<string> {
  const { code, stderr } = await runServer(env, ...args);
  const lines = stderr.split('\n').filter((line) => /^drive-server: (?!WARNING|copying|comparing)/.test(line));
  expect([code > 0, lines]).toEqual([true, [expect.any(String)]]);
  return lines.join('');
}

export const expectNoDamage = async (env: Env): Promise<void> => {
  const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('no damage found (every byte was read)')]);
};
