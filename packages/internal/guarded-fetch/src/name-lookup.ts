import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { nameServerFailed } from './failure.ts';

/** Returns every address of a host name without a trailing dot; an empty list if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** `address` or `address:port`. Default: the system's. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Time limit of each of two tries. Default 2 s. */
  readonly timeoutMs?: number;
}

const loopback = ['127.0.0.1', '::1'];
const systemHostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Queries the name servers directly, because `dns.lookup` occupies one of libuv's four threads until a name server
 * answers: a few slow names would block all file operations.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const { servers, hostsFile = systemHostsFile, timeoutMs = 2000 } = options;
  return async (hostname) => {
    const name = hostname.toLowerCase();
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const listed = await findInHosts(hostsFile, name);
    if (listed.length > 0) return listed;
    // Each lookup reads the system's current settings.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failure = answers.find((answer) => answer.status === 'rejected' && !isAbsence(answer.reason));
    if (failure?.status === 'rejected') throw nameServerFailed(codeOf(failure.reason), failure.reason);
    return [];
  };
}

async function findInHosts(file: string, name: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((each) => each.toLowerCase() === name) ? [address] : [];
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';

const isAbsence = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(codeOf(error));
