import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { dirname, join } from 'node:path';

export interface ProfilePlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
}

interface ConfigFile {
  readonly current?: string;
  readonly profiles?: Readonly<Record<string, { readonly url: string }>>;
}

const firstName = 'local';

export const thisUser = (env: ProfilePlace['env']): ProfilePlace => ({
  env,
  platform: process.platform,
  homeDirectory: homedir(),
});

/** Says in the list of keys where a key came from. */
export const profileKeyLabel = (): string => `drive-cli on ${hostname()}`.slice(0, 80);

/** Where drive-cli keeps its profiles: the two programs have to agree on it. */
function profileDirectory({ env, platform, homeDirectory }: ProfilePlace): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(homeDirectory, 'AppData', 'Roaming'), 'drive');
  return join(env['XDG_CONFIG_HOME'] || join(homeDirectory, '.config'), 'drive');
}

/**
 * Signs this machine's drive-cli in: a profile with the address, current from now on, and its key in a file that only the
 * user can read. Of other profiles nothing is changed; one of the same address gets the new key, since its old one was
 * of a data directory that is gone.
 */
export async function writeCliProfile(
  place: ProfilePlace,
  server: { readonly url: string; readonly rawKey: string },
): Promise<{ readonly name: string; readonly directory: string }> {
  const directory = profileDirectory(place);
  const configPath = join(directory, 'config.json');
  const keysPath = join(directory, 'credentials.json');
  const config = await readJson<ConfigFile>(configPath);
  const keys = await readJson<Readonly<Record<string, string>>>(keysPath);
  const profiles = config.profiles ?? {};

  const isTaken = (name: string): boolean =>
    // A profile without a key here has it in the keyring, which would win over ours.
    name in profiles && !(profiles[name]?.url === server.url && name in keys);
  let name = firstName;
  for (let count = 2; isTaken(name); count++) name = `${firstName}-${count}`;

  // The key first: a profile without one would send the user to sign in.
  await writeJson(keysPath, { ...keys, [name]: server.rawKey });
  await writeJson(configPath, { ...config, current: name, profiles: { ...profiles, [name]: { url: server.url } } });
  return { name, directory };
}

async function readJson<T extends object>(path: string): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {} as T;
    throw error;
  }
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Error(`${path} is not ours`);
  return content as T;
}

async function writeJson(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
  await file.sync();
  await file.close();
  await rename(temporary, path);
}
