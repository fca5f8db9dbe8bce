import type { Command } from 'commander';
import { configDirectory } from '../../config/directories.ts';
import { createKeyStore } from '../../config/key-store.ts';
import { loadProfiles } from '../../config/profiles.ts';
import { requireProfile } from '../../connection/sign-in.ts';
import { formatTable } from '../../output/table.ts';
import type { Action, RunAction } from '../context.ts';

export function define(profile: Command, run: RunAction): void {
  profile.description('Manage the servers you are signed in to.');
  profile
    .command('list')
    .alias('ls')
    .summary('List profiles')
    .description(
      'List profiles, each a server with an account. A star marks the current one; without a terminal it is the third column.',
    )
    .addHelpText('after', '\nExample:\n  $ drive-cli profile list')
    .action(run(listProfiles));
  profile
    .command('use')
    .summary('Set the current profile')
    .description('Set the current profile. For a single command, use --profile.')
    .argument('<name>', 'name of a profile')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile use work')
    .action(run(useProfile));
  profile
    .command('remove')
    .alias('rm')
    .summary('Remove a profile')
    .description('Remove a profile and its stored key. The key stays valid until it is revoked.')
    .argument('<name>', 'name of a profile')
    .option('-n, --dry-run', 'Only show what would be removed')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile remove old-server')
    .action(run(removeProfile));
}

const listProfiles: Action<[]> = async ({ world, output }) => {
  const profiles = await loadProfiles(configDirectory(world));
  const list = profiles.list().map(({ name, url }) => ({ name, url, current: name === profiles.current }));
  if (list.length === 0) output.note('no profiles yet; create one with: drive-cli login');
  const rows = list.map(({ name, url, current }) => [current ? '*' : '', name, url]);
  const text = output.interactive
    ? formatTable([{ title: '' }, { title: 'PROFILE' }, { title: 'SERVER' }], list.length === 0 ? [] : rows)
    : list.map(({ name, url, current }) => `${name}\t${url}\t${current ? '*' : ''}`);
  await output.result(list, list.length === 0 ? [] : text);
};

const useProfile: Action<[name: string]> = async ({ world, output }, name) => {
  const profiles = await loadProfiles(configDirectory(world));
  const profile = requireProfile(profiles, name);
  await profiles.use(name);
  output.note(`switched to profile ${name} (${profile.url})`);
  await output.result({ ...profile, current: true }, []);
};

const removeProfile: Action<[name: string, options: { dryRun?: boolean }]> = async (
  { world, output },
  name,
  { dryRun },
) => {
  const profiles = await loadProfiles(configDirectory(world));
  const profile = requireProfile(profiles, name);
  if (dryRun === true) return output.result({ ...profile, removed: false }, name);
  // Removes the key first: without its profile, it would stay in the keyring forever.
  await createKeyStore(world).remove(name);
  await profiles.remove(name);
  output.note(`profile ${name} and its key were removed from this machine; the key stays valid until it is revoked`);
  await output.result({ ...profile, removed: true }, []);
};
