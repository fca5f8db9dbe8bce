import { configDirectory } from '../config/directories.ts';
import { createKeyStore, type KeyStore } from '../config/key-store.ts';
import { loadProfiles, type Profile, type Profiles } from '../config/profiles.ts';
import { CliError } from '../shell/cli-error.ts';
import type { World } from '../shell/world.ts';
import { parseApiKey, readApiKeyFile } from './api-key.ts';
import { DEFAULT_SERVER_URL, parseServerUrl } from './server-url.ts';

/** The connection flags of every command. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly apiKeyFile?: string;
  /** Milliseconds that one attempt of a call may take. */
  readonly timeout?: number;
  readonly retries?: number;
  /** Bytes per second of all transfers together. */
  readonly limitRate?: number;
}

export interface Server {
  readonly url: string;
  /** The profile whose server this is. */
  readonly profile: Profile | undefined;
}

export interface SignIn {
  readonly profiles: Profiles;
  readonly keys: KeyStore;
  /** The server to talk to: `--url`, DRIVE_URL, DRIVE_BASE_URL, the profile, the default. */
  readonly server: Server;
  /** The key for the server and its origin; undefined if there is none. */
  findKey(): Promise<{ key: string; origin: string } | undefined>;
}

/** Combines flags, environment and profiles, without network requests. */
export async function loadSignIn(world: World, flags: ConnectionOptions): Promise<SignIn> {
  const profile = flags.profile ?? (world.env['DRIVE_PROFILE'] || undefined);
  const options = profile === undefined ? flags : { ...flags, profile };
  const profiles = await loadProfiles(configDirectory(world));
  const keys = createKeyStore(world);
  const server = findServer(world, options, profiles);
  return {
    profiles,
    keys,
    server,
    async findKey() {
      if (options.apiKeyFile !== undefined) {
        return { key: await readApiKeyFile(world, options.apiKeyFile), origin: '--api-key-file' };
      }
      const fromEnvironment = world.env['DRIVE_API_KEY'];
      if (fromEnvironment) return { key: parseApiKey(fromEnvironment, 'DRIVE_API_KEY'), origin: 'DRIVE_API_KEY' };
      // A profile's key is sent to that profile's server only.
      const stored = server.profile && (await keys.find(server.profile.name));
      if (stored === undefined) return undefined;
      return { key: stored.key, origin: stored.place === 'keyring' ? 'the keyring' : keys.filePath };
    },
  };
}

function findServer(world: World, options: ConnectionOptions, profiles: Profiles): Server {
  const named = options.profile === undefined ? undefined : requireProfile(profiles, options.profile);
  const given = findGivenUrl(world, options);
  if (given === undefined) {
    const profile = named ?? (profiles.current === undefined ? undefined : profiles.find(profiles.current));
    return { url: profile ? parseServerUrl(profile.url, `profile ${profile.name}`) : DEFAULT_SERVER_URL, profile };
  }
  const belongs = (profile: Profile | undefined) =>
    profile !== undefined && parseServerUrl(profile.url, profile.name) === given;
  if (named !== undefined) {
    if (belongs(named)) return { url: given, profile: named };
    throw new CliError('usage', `profile ${named.name} is for ${named.url}, not for ${given}`, {
      hint: 'omit --profile or the URL',
    });
  }
  const current = profiles.current === undefined ? undefined : profiles.find(profiles.current);
  return { url: given, profile: belongs(current) ? current : profiles.list().find(belongs) };
}

/** A server is configured by the second one, and used as the first one says. */
export const urlVariables = ['DRIVE_URL', 'DRIVE_BASE_URL'] as const;

/** The URL in a flag or the environment. */
export function findGivenUrl(world: Pick<World, 'env'>, options: ConnectionOptions): string | undefined {
  if (options.url !== undefined) return parseServerUrl(options.url, '--url');
  const variable = urlVariables.find((name) => world.env[name]);
  return variable === undefined ? undefined : parseServerUrl(world.env[variable] ?? '', variable);
}

export function requireProfile(profiles: Profiles, name: string): Profile {
  const profile = profiles.find(name);
  if (profile !== undefined) return profile;
  const names = profiles.list().map((known) => known.name);
  throw new CliError('not_found', `there is no profile ${name}`, {
    hint: names.length === 0 ? 'create one with: drive-cli login' : `profiles: ${names.join(', ')}`,
  });
}
