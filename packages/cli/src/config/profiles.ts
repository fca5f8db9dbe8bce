import { join } from 'node:path';
import { CliError } from '../shell/cli-error.ts';
import { readJsonFile, writeJsonFile, isRecord } from './json-file.ts';

export interface Profile {
  readonly name: string;
  readonly url: string;
}

/** Named servers that the user has signed in to, stored in `config.json`. */
export interface Profiles {
  readonly current: string | undefined;
  list(): Profile[];
  find(name: string): Profile | undefined;
  save(profile: Profile, options: { makeCurrent: boolean }): Promise<void>;
  use(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

interface Content {
  readonly current?: string;
  readonly profiles: Record<string, { url: string }>;
}

export async function loadProfiles(configDirectory: string): Promise<Profiles> {
  const path = join(configDirectory, 'config.json');
  let content = parse(await readJsonFile(path), path);

  async function write(change: (content: Content) => Content): Promise<void> {
    // Read again: another program may have added a profile since.
    content = change(parse(await readJsonFile(path), path));
    await writeJsonFile(path, content);
  }

  return {
    get current() {
      return content.current;
    },
    list: () => Object.entries(content.profiles).map(([name, { url }]) => ({ name, url })),
    find(name) {
      const profile = Object.hasOwn(content.profiles, name) ? content.profiles[name] : undefined;
      return profile && { name, url: profile.url };
    },
    save: ({ name, url }, { makeCurrent }) =>
      write(({ current, profiles, ...rest }) => ({
        ...rest,
        current: makeCurrent || current === undefined ? name : current,
        profiles: { ...profiles, [name]: { ...profiles[name], url } },
      })),
    use: (name) => write((old) => ({ ...old, current: name })),
    remove: (name) =>
      write(({ current, profiles, ...rest }) => {
        const { [name]: _removed, ...others } = profiles;
        return { ...rest, ...(current === undefined || current === name ? {} : { current }), profiles: others };
      }),
  };
}

/** Letters, digits, dot, dash and underscore, and at most 64 of them. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** Default name of a profile: the host of its server. */
export function profileNameFor(url: string): string {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');
  const name = (port === '' ? host : `${host}-${port}`).slice(0, 64);
  return isProfileName(name) ? name : 'default';
}

function parse(json: unknown, path: string): Content {
  if (json === undefined) return { profiles: {} };
  const profiles = isRecord(json) ? (json['profiles'] ?? {}) : undefined;
  if (!isRecord(json) || !isRecord(profiles)) throw malformed(path);
  for (const profile of Object.values(profiles)) {
    if (!isRecord(profile) || typeof profile['url'] !== 'string' || !URL.canParse(profile['url']))
      throw malformed(path);
  }
  if (json['current'] !== undefined && typeof json['current'] !== 'string') throw malformed(path);
  return { ...json, profiles } as Content;
}

const malformed = (path: string) =>
  new CliError('failed', `${path} is not a valid configuration`, { hint: 'correct the file or delete it' });
