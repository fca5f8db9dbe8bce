import type { Command } from 'commander';
import type { Lazily } from './lazily.ts';

/** Commands for sign-in, keys and profiles. */
export function addAccountCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Account:');
  program
    .command('login')
    .summary('Sign in to a server')
    .description(
      'Sign in with a browser, or with an API key from standard input. The key is stored in the system keyring or, if there is none, in a file that only you can read.',
    )
    .option('--with-key', 'Read an API key from standard input')
    .option('--no-browser', 'Only print the URL')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli login --url https://drive.example.com\n  $ drive-cli login --with-key < key.txt',
    )
    .action(lazily(async () => (await import('../commands/login.ts')).login));
  program
    .command('logout')
    .summary('Delete the stored key')
    .description('Delete the key that is stored on this machine. The key stays valid until it is revoked.')
    .option('--revoke', 'Revoke the key on the server too')
    .addHelpText('after', '\nExamples:\n  $ drive-cli logout --revoke\n  $ drive-cli logout --profile work')
    .action(lazily(async () => (await import('../commands/logout.ts')).logout));
  program
    .command('whoami')
    .summary('Show the signed-in user')
    .description('Show the signed-in user, the server, the used storage, and the source of the key.')
    .addHelpText('after', '\nExample:\n  $ drive-cli whoami --json | jq -r .email')
    .action(lazily(async () => (await import('../commands/whoami.ts')).whoami));

  const keys = program.command('keys').summary('Manage API keys').description('Manage API keys.');
  keys
    .command('list')
    .summary('List API keys, newest first')
    .description('List the API keys of the account, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys list')
    .action(lazily(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .summary('Create an API key')
    .description('Create an API key and print it. It cannot be shown again.')
    .option('--label <text>', 'Label of the key')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
    .action(lazily(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .summary('Revoke API keys')
    .description('Revoke API keys permanently, with immediate effect.')
    .argument('<key...>', 'id or prefix (svc_ and 8 characters)')
    .option('-n, --dry-run', 'Only show what would be revoked')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys revoke svc_Ab3dE_9x')
    .action(lazily(async () => (await import('../commands/keys.ts')).revokeKeys));

  const profile = program
    .command('profile')
    .summary('Manage profiles')
    .description('Manage the servers you are signed in to.');
  profile
    .command('list')
    .summary('List profiles')
    .description('List profiles, each a server with an account. A star marks the current one.')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile list')
    .action(lazily(async () => (await import('../commands/profile.ts')).listProfiles));
  profile
    .command('use')
    .summary('Set the current profile')
    .description('Set the current profile. For a single command, use --profile.')
    .argument('<name>', 'name of a profile')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile use work')
    .action(lazily(async () => (await import('../commands/profile.ts')).useProfile));
  profile
    .command('remove')
    .summary('Remove a profile')
    .description('Remove a profile and its stored key. The key stays valid until it is revoked.')
    .argument('<name>', 'name of a profile')
    .option('-n, --dry-run', 'Only show what would be removed')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile remove old-server')
    .action(lazily(async () => (await import('../commands/profile.ts')).removeProfile));
}
