import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { messageOf, systemRandom } from '@drive/base';
import { limits } from '@drive/contract';
import type { Account, App } from '../app.ts';

export interface CliProfileOptions {
  readonly apiKeys: Pick<App['apiKeys'], 'createKey'>;
  /** URL of the server on this machine, without a trailing slash. */
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

/** So that the CLI works on this machine without a sign-in. Only warns if its files cannot be parsed or written. */
export async function makeCliProfile(admin: Account, options: CliProfileOptions): Promise<void> {
  const { apiKeys, url, env, print } = options;
  const directory = cliConfigDirectory(env);
  try {
    const profiles = await readProfiles(directory, url);
    const label = [...`drive-cli on ${hostname()}`].slice(0, limits.apiKeyLabelCharacters).join('');
    const { rawKey } = await apiKeys.createKey({ userId: admin.userId, label });
    const { name, isCurrent } = await profiles.write(rawKey);
    print(`drive-cli is signed in here: profile "${name}" and its key are in ${directory}`);
    if (!isCurrent) print(`another profile is in use: add --profile ${name}, or run drive-cli profile use ${name}`);
  } catch (error) {
    const reason = messageOf(error);
    print(`drive-cli was not set up here: ${reason}. Run: drive-cli login --url ${url}`);
  }
}

export function cliConfigDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'drive');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'drive');
}

interface Profiles {
  write(rawKey: string): Promise<{ readonly name: string; readonly isCurrent: boolean }>;
}

/** Reads both files first, so that no key is created that cannot be stored. */
async function readProfiles(directory: string, serverUrl: string): Promise<Profiles> {
  const configPath = join(directory, 'config.json');
  const keysPath = join(directory, 'credentials.json');
  const config = await readObject(configPath);
  const keys = await readObject(keysPath);
  const profiles = objectIn(config['profiles'] ?? {}, configPath);

  const isHere = (name: string): boolean => {
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    return isObject(profile) && trimSlashes(profile['url']) === serverUrl;
  };
  const isTaken = (name: string): boolean => Object.hasOwn(profiles, name) || Object.hasOwn(keys, name);
  // A key stored for this URL belongs to an earlier server whose data are deleted, because this one is new. A profile
  // without a key in the file may have one in a keyring, which has priority, so that one is not changed.
  const stale = Object.keys(profiles).find((name) => isHere(name) && Object.hasOwn(keys, name));
  let name = stale ?? 'local';
  for (let number = 2; stale === undefined && isTaken(name); number += 1) name = `local-${number}`;

  const current = config['current'];
  const isCurrent =
    typeof current !== 'string' || !Object.hasOwn(profiles, current) || current === name || isHere(current);
  const known = stale === undefined ? {} : objectIn(profiles[name] ?? {}, configPath);

  return {
    write: async (rawKey) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeObject(keysPath, { ...keys, [name]: rawKey });
      await writeObject(configPath, {
        ...config,
        current: isCurrent ? name : current,
        profiles: { ...profiles, [name]: { ...known, url: serverUrl } },
      });
      return { name, isCurrent };
    },
  };
}

const trimSlashes = (url: unknown): string | undefined =>
  typeof url === 'string' ? url.replace(/(?<!\/)\/+$/, '') : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(value: unknown, path: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new Error(`${path} is not a valid configuration`);
}

async function readObject(path: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return objectIn(JSON.parse(text), path);
  } catch (error) {
    // The parser's own message may show a key.
    throw new Error(`${path} can't be read as JSON`, { cause: error });
  }
}

/** Atomic, readable by the owner only. */
async function writeObject(path: string, content: Record<string, unknown>): Promise<void> {
  const temporary = `${path}.${systemRandom.token(8)}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The umask may have taken more away than it should.
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
