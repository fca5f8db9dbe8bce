import type { TotpStatus } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { openSecretPrompts } from '../../connection/secret-prompts.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { withSession } from './with-session.ts';

const LINES_HELP = 'Without a terminal, the answers are lines of standard input, in the order of the questions.';

export function define(command: Command, run: RunAction): void {
  command.description('Show, enable and disable two-factor authentication (2FA) for sign-ins with the password.');
  command
    .command('status')
    .summary('Show whether 2FA is enabled')
    .description('Show whether two-factor authentication is enabled, and how many recovery codes are left.')
    .addHelpText('after', '\nExample:\n  $ drive-cli 2fa status')
    .action(run(showStatus));
  command
    .command('enable')
    .summary('Enable 2FA')
    .description(
      'Enable two-factor authentication: asks for the password, shows a secret for an authenticator app, asks for a code of the app, and prints the recovery codes.',
    )
    .addHelpText('after', `\n${LINES_HELP}\n\nExample:\n  $ drive-cli 2fa enable > recovery-codes.txt`)
    .action(run(enable));
  command
    .command('disable')
    .summary('Disable 2FA')
    .description(
      'Disable two-factor authentication. Asks for the password and for a code of the app or a recovery code.',
    )
    .addHelpText('after', `\n${LINES_HELP}\n\nExample:\n  $ drive-cli 2fa disable`)
    .action(run(disable));
}

const showStatus: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const status = await client.auth.totp.status({ signal: context.signal });
  await context.output.result(status, describeStatus(status));
};

function describeStatus({ enabled, enabledAt, recoveryCodesLeft }: TotpStatus): string {
  if (!enabled) return 'disabled';
  const since = enabledAt === null ? '' : ` since ${formatTime(enabledAt)}`;
  return `enabled${since}, ${formatCount(recoveryCodesLeft, 'recovery code')} left`;
}

const enable: Action<[]> = async (context) => {
  const connection = await connect(context);
  const { output, signal } = context;
  const { enabled } = await connection.client.auth.totp.status({ signal });
  if (enabled)
    throw new CliError('conflict', 'two-factor authentication is already enabled', {
      hint: 'for another app: drive-cli 2fa disable, then enable it again',
    });
  const prompts = openSecretPrompts(context);
  try {
    const password = await prompts.ask('the password of your account');
    const codes = await withSession(context, connection, { password }, async ({ auth: { totp } }) => {
      const { secret, otpauthUrl } = await totp.enroll(password, { signal });
      output.ask(`Add this secret to your authenticator app: ${secret}\n${otpauthUrl}`, { secret, otpauthUrl });
      await showQrCode(context, otpauthUrl);
      return totp.confirm(await prompts.ask('a code of the app'), { signal });
    });
    output.note('two-factor authentication is enabled; save the recovery codes now: they cannot be shown again');
    await output.result(codes, codes.recoveryCodes);
  } finally {
    prompts.close();
  }
};

const disable: Action<[]> = async (context) => {
  const connection = await connect(context);
  const { output, signal } = context;
  const { enabled } = await connection.client.auth.totp.status({ signal });
  if (enabled) {
    const prompts = openSecretPrompts(context);
    try {
      const password = await prompts.ask('the password of your account');
      const totp = await prompts.ask('a code of the app, or a recovery code');
      await withSession(context, connection, { password, totp }, (session) =>
        session.auth.totp.remove(password, { signal }),
      );
    } finally {
      prompts.close();
    }
  }
  output.note(`two-factor authentication is ${enabled ? 'disabled' : 'not enabled'}`);
  await output.result({ enabled: false }, []);
};
