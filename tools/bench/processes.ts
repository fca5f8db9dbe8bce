import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** Starts a server and waits for a line on its standard output. */
export async function startServer(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
  /** Standard streams of the process; with 'ipc' at the end it can be sent messages. */
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(file, args, { env, stdio });
  let output = '';
  return await new Promise((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match !== null) resolve({ child, match });
    };
    // Prints the last output of a server that ended unexpectedly.
    child.once('exit', (code, signal) => {
      if (!stopping.has(child))
        console.error(`${file} ${args.join(' ')} ended by itself (${code ?? signal}):\n${output.slice(-4000)}`);
    });
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
}

const stopping = new WeakSet<ChildProcess>();

export async function stopServer(child: ChildProcess): Promise<void> {
  stopping.add(child);
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Resident memory of a process in MiB, the peak since it started. Linux only. */
export function peakMemoryMiB(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Resets the peak. Linux only. */
export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export function memoryMiB(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Seconds of processor time that a process has taken, all its threads. Linux only. */
export function processorSeconds(pid: number): number {
  const { user, system } = processorTime(pid);
  return user + system;
}

/** The same, in the program and in the kernel. */
export function processorTime(pid: number): { readonly user: number; readonly system: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return { user: Number(fields[11]) / 100, system: Number(fields[12]) / 100 };
}

/** Processor time of all running threads of a process. Linux only. */
export function processorNanoseconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    0,
  );
}

/** How often the threads of a process gave up the processor to wait, e.g. for each other. Linux only. */
export function voluntarySwitches(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) =>
      sum +
      Number(
        /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1],
      ),
    0,
  );
}

/** curl with a file as the body; answers seconds. Throws on anything but 2xx. */
export async function curlSend(
  method: 'PUT' | 'PATCH',
  url: string,
  file: string,
  headers: readonly string[] = [],
): Promise<number> {
  const args = [
    '-sS',
    '-X',
    method,
    '-T',
    file,
    '-o',
    '/dev/null',
    '-w',
    '%{http_code} %{time_total}',
    '-H',
    'Expect:',
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ];
  return secondsOf(`${method} ${url}`, await execute('curl', args));
}

export async function curlFetch(url: string): Promise<number> {
  return secondsOf(
    `GET ${url}`,
    await execute('curl', ['-sSL', '-o', '/dev/null', '-w', '%{http_code} %{time_total}', url]),
  );
}

function secondsOf(what: string, { stdout }: { stdout: string }): number {
  const [code = '', seconds = ''] = stdout.split(' ');
  if (!code.startsWith('2')) throw new Error(`${what}: ${code}`);
  return Number(seconds);
}

export interface Load {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** wrk on one thread. `script` is a Lua file. */
export async function load(
  url: string,
  seconds: number,
  headers: readonly string[] = [],
  script?: string,
  connections = 16,
): Promise<Load> {
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...headers.flatMap((header) => ['-H', header]),
    ...(script === undefined ? [] : ['-s', script]),
    url,
  ];
  const { stdout } = await execute('wrk', args);
  if (/Non-2xx/.test(stdout)) throw new Error(stdout);
  const latency = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  const unit = { us: 0.001, ms: 1, s: 1000 }[latency?.[2] as 'us' | 'ms' | 's'];
  return {
    requests: Number(/(\d+) requests in /.exec(stdout)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(latency?.[1]) * unit,
  };
}
