import { isRecord } from '../config/json-file.ts';
import { createClient } from '../connection/connect.ts';
import { describeFailure } from '../connection/describe-failure.ts';
import { isReadableOnTheWay } from '../connection/server-url.ts';
import type { ConnectionOptions } from '../connection/sign-in.ts';
import { formatDuration } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { callRaw } from '../raw-call/call.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';
import { type Check, programVersion } from './machine.ts';

const PATIENCE_MS = 10_000;
/** Beyond this, signatures of webhooks and times of expiry are off. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ServerDiagnosis {
  readonly url: string;
  readonly version: string;
  readonly tookMs: number;
  /**
   * Milliseconds by which this machine's clock is ahead of the server's; undefined if the server sends no Date header.
   */
  readonly aheadMs: number | undefined;
}

interface Surroundings {
  readonly world: Pick<World, 'now'>;
  readonly output: Output;
  readonly globals: ConnectionOptions;
  readonly signal: AbortSignal;
}

/** Checks the server by requests that need no key. */
export async function diagnoseServer(url: string, { world, signal }: Surroundings): Promise<ServerDiagnosis> {
  const began = world.now();
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const answer = await callRaw({
    server: url,
    key: undefined,
    method: 'GET',
    path: '/api/public/config',
    headers: [],
    body: undefined,
    signal: AbortSignal.any([signal, patience]),
  }).catch((error: unknown) => {
    if (!patience.aborted) throw error;
    throw new CliError('temporary', `${url} did not answer within ${formatDuration(PATIENCE_MS)}`, { cause: error });
  });
  const ended = world.now();
  const text = await answer.text();
  const version = readVersion(text);
  if (answer.status !== 200 || version === undefined) {
    throw new CliError('failed', `${url} answers (${answer.status}), but is not a Drive server`, {
      hint: 'check the URL, including its path if it has one',
    });
  }
  const date = Date.parse(answer.headers.get('date') ?? '');
  // The header has full seconds: its average moment is half a second later.
  const aheadMs = Number.isNaN(date) ? undefined : (began + ended) / 2 - (date + 500);
  return { url, version, tookMs: ended - began, aheadMs };
}

function readVersion(text: string): string | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) && typeof document['version'] === 'string' ? document['version'] : undefined;
  } catch {
    return undefined;
  }
}

export function checkServer({ url, version, tookMs, aheadMs }: ServerDiagnosis): Check[] {
  const isReadable = isReadableOnTheWay(url);
  return [
    {
      name: 'answer',
      status: isReadable ? 'warning' : 'ok',
      message: `drive-server ${version}, in ${Math.round(tookMs)} ms`,
      ...(isReadable ? { hint: 'the key is sent unencrypted; use https if possible' } : {}),
    },
    checkVersions(version),
    checkClock(aheadMs),
  ];
}

function checkVersions(server: string): Check {
  const major = (version: string): string => /^(?:0\.\d+|\d+)/.exec(version)?.[0] ?? version;
  return major(server) === major(programVersion)
    ? { name: 'versions', status: 'ok', message: 'compatible' }
    : {
        name: 'versions',
        status: 'warning',
        message: `this program is ${programVersion}, the server is ${server}`,
        hint: 'some commands may not work; update the older one',
      };
}

function checkClock(aheadMs: number | undefined): Check {
  if (aheadMs === undefined) return { name: 'clock', status: 'skipped', message: 'the server sends no Date header' };
  const apart = Math.abs(aheadMs);
  if (apart <= CLOCK_TOLERANCE_MS) {
    return {
      name: 'clock',
      status: 'ok',
      message: apart < 2_000 ? 'as the server’s' : `${formatDuration(apart)} apart`,
    };
  }
  return {
    name: 'clock',
    status: 'warning',
    message: `this machine is ${formatDuration(apart)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the server`,
    hint: 'set the clock; signed URLs and signatures depend on it',
  };
}

/** Whether there is a key, and whether the server takes it. */
export async function checkKey(
  found: { readonly key: string; readonly origin: string } | undefined,
  url: string,
  { output, globals, signal }: Surroundings,
  failures: ExitCode[],
): Promise<Check> {
  if (found === undefined) {
    throw new CliError('not_signed_in', 'no key for this server', { hint: 'run: drive-cli login' });
  }
  const named = `${found.key.slice(0, 12)}… from ${found.origin}`;
  try {
    const client = await createClient({ output, globals }, url, found.key, { quiet: true });
    const { email } = await client.account.me({ signal, maxRetries: 0 });
    return { name: 'key', status: 'ok', message: `${named}: signed in as ${email}` };
  } catch (error) {
    signal.throwIfAborted();
    const { message, hint, exitCode } = describeFailure(error);
    failures.push(exitCode);
    return { name: 'key', status: 'error', message: `${named}: ${message}`, ...(hint === undefined ? {} : { hint }) };
  }
}
