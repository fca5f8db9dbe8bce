import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { openSecretPrompts } from '../../connection/secret-prompts.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Change the password of your account. All browser sessions end; API keys stay valid.')
    .addHelpText(
      'after',
      `
Asks for the current password and the new one. Without a terminal, the two are lines of standard input, in this order.

Examples:
  $ drive-cli password
  $ drive-cli password < passwords.txt`,
    )
    .action(run(changePassword));
}

const changePassword: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const prompts = openSecretPrompts(context);
  try {
    const currentPassword = await prompts.ask('the current password');
    const newPassword = await prompts.askNew('the new password');
    await client.auth.changePassword({ currentPassword, newPassword }, { signal });
  } finally {
    prompts.close();
  }
  output.note('the password is changed; browsers have to sign in again');
  await output.result({ status: 'changed' }, []);
};
