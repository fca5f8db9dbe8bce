import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** The built programs, or other ones such as single binaries. */
const programs = {
  server: commandOf(process.env.DRIVE_E2E_SERVER, 'packages/server/dist/main.mjs'),
  cli: commandOf(process.env.DRIVE_E2E_CLI, 'packages/cli/dist/main.mjs'),
};

function commandOf(named: string | undefined, built: string): { readonly file: string; readonly args: string[] } {
  return named === undefined ? { file: process.execPath, args: [join(root, built)] } : { file: named, args: [] };
}

export const admin = { email: 'admin@example.com', password: 'the admin of the tests' };

/** Settings of a server that a test sends many requests to. */
export const liftedLimits = {
  DRIVE_RATE_API: '0',
  DRIVE_RATE_FILES: '0',
  DRIVE_RATE_TRANSFERS: '0',
  DRIVE_RATE_APIKEY: '0',
  DRIVE_FEATURE_LIMITS: 'off',
} as const;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compiled programs, which every start would otherwise compile again: a quarter of the processor time of `--version`. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/drive/compiled'),
};

export function freshMachine(): { home: string; dataDirectory: string; env: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), 'drive-e2e-'));
  const dataDirectory = join(home, 'data');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ...compileCache,
    DRIVE_DATA_DIR: dataDirectory,
    DRIVE_PORT: '0',
    DRIVE_ADMIN_EMAIL: admin.email,
    DRIVE_ADMIN_PASSWORD: admin.password,
  };
  return { home, dataDirectory, env };
}

export interface RunningServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  complaints(): string;
  /** Sends the signal and returns the exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** The built server, as `npm start` runs it. */
export const startServer = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<RunningServer> =>
  startCommand([programs.server.file, ...programs.server.args], env, ...args);

/** Starts any command that runs a server. */
export async function startCommand(
  [file, ...before]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<RunningServer> {
  const child = spawn(file, [...before, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const match = /^listening on (\S+)$/m.exec(stdout);
      if (match?.[1] !== undefined) resolve(match[1].replace(/\/$/, ''));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}\n${stdout}${stderr}`)));
  });
  return {
    url,
    child,
    output: () => stdout,
    complaints: () => stderr,
    end: async (signal) => {
      // A killed process has no exit code.
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

/** Runs a program to its end. */
export function run(
  file: string,
  args: readonly string[],
  options: { env: Readonly<Record<string, string>>; cwd?: string; input?: string },
): Promise<Output> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { env: options.env, cwd: options.cwd, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
    // A program may end before it reads its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/** The command line of the server. */
export const serverCommand: readonly [string, ...string[]] = [programs.server.file, ...programs.server.args];

/** The command line of the CLI. */
export const cliCommand: readonly string[] = [programs.cli.file, ...programs.cli.args];

export const drive = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<Output> =>
  run(programs.cli.file, [...programs.cli.args, ...args], { env });

export const runServer = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<Output> =>
  runServerWithInput(env, '', ...args);

export const runServerWithInput = (
  env: Readonly<Record<string, string>>,
  input: string,
  ...args: string[]
): Promise<Output> => run(programs.server.file, [...programs.server.args, ...args], { env, input });

export async function createKey(env: Readonly<Record<string, string>>, email: string): Promise<string> {
  const { stdout, stderr } = await runServer(env, 'key', 'create', '--email', email);
  const key = /svc_[\w-]{40}/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`no key for ${email}: ${stderr}`);
  return key;
}
