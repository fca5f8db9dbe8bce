import type { Command } from 'commander';
import type { Lazily } from './lazily.ts';

/** Signing in, keys, servers. */
export function addAccountCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Account:');
  program
    .command('login')
    .summary('sign in to a server')
    .description('Sign in with a browser, or with an API key read from standard input.')
    .option('--with-key', 'read an API key from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli login --url https://drive.example.com\n  $ drive-cli login --with-key < key.txt',
    )
    .action(lazily(async () => (await import('../commands/login.ts')).login));
  program
    .command('logout')
    .summary('forget the key of this machine')
    .option('--revoke', 'revoke the key on the server too')
    .action(lazily(async () => (await import('../commands/logout.ts')).logout));
  program
    .command('whoami')
    .summary('show who is signed in, and where')
    .action(lazily(async () => (await import('../commands/whoami.ts')).whoami));

  const keys = program.command('keys').summary('manage API keys').description('Manage API keys.');
  keys
    .command('list')
    .summary('list the keys, newest first')
    .action(lazily(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .summary('make a key and print it, this once')
    .option('--label <text>', 'what it is for')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
    .action(lazily(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .summary('revoke keys')
    .argument('<key...>', 'id, or how it begins (svc_ and 8 characters)')
    .action(lazily(async () => (await import('../commands/keys.ts')).revokeKeys));

  const profile = program
    .command('profile')
    .summary('manage servers')
    .description('Manage the servers you sign in to.');
  profile
    .command('list')
    .summary('list the profiles')
    .action(lazily(async () => (await import('../commands/profile.ts')).listProfiles));
  profile
    .command('use')
    .summary('act as this profile from now on')
    .argument('<name>')
    .action(lazily(async () => (await import('../commands/profile.ts')).useProfile));
  profile
    .command('remove')
    .summary('forget a profile and its key')
    .argument('<name>')
    .action(lazily(async () => (await import('../commands/profile.ts')).removeProfile));
}
