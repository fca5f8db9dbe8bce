import { loadProfiles } from '../config/profiles.ts';
import { configDirectory } from '../config/directories.ts';
import { createKeyStore } from '../config/key-store.ts';
import { requireProfile } from '../connection/sign-in.ts';
import { formatTable } from '../output/table.ts';
import type { Command } from './context.ts';

export const listProfiles: Command<[]> = async ({ world, output }) => {
  const profiles = await loadProfiles(configDirectory(world));
  const list = profiles.list().map(({ name, url }) => ({ name, url, current: name === profiles.current }));
  if (list.length === 0) output.note('no profiles yet; make one with: drive-cli login');
  const rows = list.map(({ name, url, current }) => [current ? '*' : '', name, url]);
  const text = output.interactive
    ? formatTable([{ title: '' }, { title: 'PROFILE' }, { title: 'SERVER' }], list.length === 0 ? [] : rows)
    : list.map(({ name, url }) => `${name}\t${url}`);
  await output.result(list, list.length === 0 ? [] : text);
};

export const useProfile: Command<[name: string]> = async ({ world, output }, name) => {
  const profiles = await loadProfiles(configDirectory(world));
  const profile = requireProfile(profiles, name);
  await profiles.use(name);
  output.note(`profile ${name} is used from now on (${profile.url})`);
  await output.result({ ...profile, current: true }, []);
};

export const removeProfile: Command<[name: string, options: { dryRun?: boolean }]> = async (
  { world, output },
  name,
  { dryRun },
) => {
  const profiles = await loadProfiles(configDirectory(world));
  const profile = requireProfile(profiles, name);
  if (dryRun === true) return output.result({ ...profile, removed: false }, name);
  // The key first: a profile without one is easily signed in again, a key without one would be left behind for good.
  await createKeyStore(world).remove(name);
  await profiles.remove(name);
  output.note(`profile ${name} and its key are gone from this machine; the key itself still works until it is revoked`);
  await output.result({ ...profile, removed: true }, []);
};
