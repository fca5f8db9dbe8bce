import type { Command } from 'commander';
import type { Lazily } from './lazily.ts';

/** Signing in, keys, servers. */
export function addAccountCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Account:');
  program
    .command('login')
    .summary('sign in to a server')
    .description(
      'Sign in with a browser, or with an API key read from standard input. The key is kept in the keyring of this machine, or, where there is none, in a file that only you can read.',
    )
    .option('--with-key', 'read an API key from standard input')
    .option('--no-browser', 'only print the address')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli login --url https://drive.example.com\n  $ drive-cli login --with-key < key.txt',
    )
    .action(lazily(async () => (await import('../commands/login.ts')).login));
  program
    .command('logout')
    .summary('forget the key of this machine')
    .description('Forget the key that is stored on this machine. It goes on working elsewhere until it is revoked.')
    .option('--revoke', 'revoke the key on the server too')
    .addHelpText('after', '\nExamples:\n  $ drive-cli logout --revoke\n  $ drive-cli logout --profile work')
    .action(lazily(async () => (await import('../commands/logout.ts')).logout));
  program
    .command('whoami')
    .summary('show who is signed in, and where')
    .description('Show who is signed in, to which server, how much room is used, and where the key comes from.')
    .addHelpText('after', '\nExample:\n  $ drive-cli whoami --json | jq -r .email')
    .action(lazily(async () => (await import('../commands/whoami.ts')).whoami));

  const keys = program.command('keys').summary('manage API keys').description('Manage API keys.');
  keys
    .command('list')
    .summary('list the keys, newest first')
    .description('List the API keys of the account, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys list')
    .action(lazily(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .summary('make a key and print it, this once')
    .description('Make an API key and print it. It can not be shown again.')
    .option('--label <text>', 'what it is for')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
    .action(lazily(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .summary('revoke keys')
    .description('Revoke API keys: they stop working at once, and for good.')
    .argument('<key...>', 'id, or how it begins (svc_ and 8 characters)')
    .option('-n, --dry-run', 'only show what would be revoked')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys revoke svc_Ab3dE_9x')
    .action(lazily(async () => (await import('../commands/keys.ts')).revokeKeys));

  const profile = program
    .command('profile')
    .summary('manage servers')
    .description('Manage the servers you sign in to.');
  profile
    .command('list')
    .summary('list the profiles')
    .description('List the profiles: servers you are signed in to, each with an account. A star marks the one in use.')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile list')
    .action(lazily(async () => (await import('../commands/profile.ts')).listProfiles));
  profile
    .command('use')
    .summary('act as this profile from now on')
    .description('Act as this profile from now on. For a single command there is --profile.')
    .argument('<name>', 'name of a profile')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile use work')
    .action(lazily(async () => (await import('../commands/profile.ts')).useProfile));
  profile
    .command('remove')
    .summary('forget a profile and its key')
    .description('Forget a profile and its key. The key itself goes on working until it is revoked.')
    .argument('<name>', 'name of a profile')
    .option('-n, --dry-run', 'only show what would be forgotten')
    .addHelpText('after', '\nExample:\n  $ drive-cli profile remove old-server')
    .action(lazily(async () => (await import('../commands/profile.ts')).removeProfile));
}
