import type { Command } from 'commander';
import { configDirectory, stateDirectory } from '../../config/directories.ts';
import { createKeyStore } from '../../config/key-store.ts';
import { describeFailure } from '../../connection/describe-failure.ts';
import { loadSignIn, type SignIn, urlVariables } from '../../connection/sign-in.ts';
import { checkKey, checkServer, diagnoseServer } from '../../diagnosis/check-server.ts';
import {
  type Check,
  checkProgram,
  checkCredentialsFile,
  checkKeyring,
  checkUnfinishedUploads,
} from '../../diagnosis/machine.ts';
import { paint } from '../../output/terminal.ts';
import { padEnd } from '../../output/text-width.ts';
import { exitCode, type ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Show the configuration and its sources, and check that the server answers and accepts the key. Changes nothing.',
    )
    .addHelpText('after', '\nExamples:\n  $ drive-cli doctor\n  $ drive-cli doctor --profile work --json')
    .action(run(doctor));
}

const colors = { ok: '32', warning: '33', error: '31', skipped: '2' } as const;

export const doctor: Action<[]> = async (context) => {
  const { world, output } = context;
  const checks: Check[] = [checkProgram(world)];
  const failures: ExitCode[] = [];
  const fail = (name: string, error: unknown): void => {
    const { message, hint, exitCode } = describeFailure(error);
    checks.push({ name, status: 'error', message, ...(hint === undefined ? {} : { hint }) });
    failures.push(exitCode);
  };

  let signIn: SignIn | undefined;
  try {
    signIn = await loadSignIn(world, context.globals);
    checks.push(...describeConfiguration(context, signIn));
  } catch (error) {
    fail('configuration', error);
  }
  const keys = createKeyStore(world);
  checks.push(await checkKeyring(keys));
  checks.push(...(await checkCredentialsFile(keys.filePath, world.platform)));
  checks.push(...(await checkUnfinishedUploads(stateDirectory(world))));
  if (signIn !== undefined) {
    const { url } = signIn.server;
    try {
      checks.push(...checkServer(await diagnoseServer(url, context)));
    } catch (error) {
      context.signal.throwIfAborted();
      fail('answer', error);
    }
    try {
      checks.push(await checkKey(await signIn.findKey(), url, context, failures));
    } catch (error) {
      context.signal.throwIfAborted();
      fail('key', error);
    }
  }

  const [worst] = failures;
  await output.result(
    { ok: worst === undefined, checks },
    checks.flatMap((check) => draw(check, output.colors)),
  );
  return worst ?? exitCode.done;
};

function describeConfiguration({ world, globals }: Context, { server, profiles }: SignIn): Check[] {
  const profileNames = profiles.list().map(({ name }) => name);
  const variable = urlVariables.find((name) => world.env[name]);
  const origin =
    globals.url !== undefined
      ? 'from --url'
      : variable !== undefined
        ? `from ${variable}`
        : server.profile === undefined
          ? 'the default, because no other URL is set'
          : `from profile ${server.profile.name}`;
  return [
    {
      name: 'configuration',
      status: 'ok',
      message: `${configDirectory(world)} (${profileNames.length === 0 ? 'no profiles' : `profiles: ${profileNames.join(', ')}`})`,
    },
    {
      name: 'profile',
      status: 'ok',
      message: server.profile?.name ?? 'none for this server',
    },
    { name: 'server', status: 'ok', message: `${server.url} (${origin})` },
  ];
}

function draw({ name, status, message, hint }: Check, withColors: boolean): string[] {
  const mark = paint(withColors, colors[status], padEnd(status, 8));
  return [`${mark} ${padEnd(name, 14)} ${message}`, ...(hint === undefined ? [] : [`${' '.repeat(24)}${hint}`])];
}
