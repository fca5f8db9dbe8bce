import { BackupError, RestoreUnfinishedError } from '@drive/backup-format';
import { LogoError } from '@drive/branding';
import { NodeRefusedError } from '@drive/nodes';
import { NativeAddonError, isSingleBinary, readTextPart } from '@drive/program';
import { CredentialsError } from '@drive/s3';
import { readVersion } from '../app/version.ts';
import { ConfigError, loadConfig, loadSettings, settingRows } from '../config.ts';
import { DataDirectoryInUseError, DatabaseVersionError, UnusablePostgresError } from '../platform/db/index.ts';
import { DomainError } from '../platform/errors.ts';
import { restore } from './backup/restore.ts';
import { backup } from './backup/run-backup.ts';
import { help, parseCommandLine, parseKeep, UsageError, type CommandLine } from './command-line.ts';
import { SnapshotError } from './copies/snapshot.ts';
import { UpgradeError } from './copies/upgrade.ts';
import { demo } from './demo/demo.ts';
import { doctor } from './doctor/run-doctor.ts';
import { health, NotHealthyError } from './health.ts';
import { createKey } from './key.ts';
import { MailTestError, sendTestMail } from './mail.ts';
import { moveDatabase, parseDatabaseKind } from './moving/move-database.ts';
import { MoveError } from './moving/move-error.ts';
import { moveStorage } from './moving/move-storage.ts';
import { ObjectStorageError } from './object-storage.ts';
import { requestScan } from './scan.ts';
import { ListenError, serve } from './serve.ts';
import { listSettings, printSettings, setSetting, unsetSetting } from './setting-commands.ts';
import { sweep } from './sweep.ts';
import { runUserCommand } from './user.ts';

/** Runs the command of the command line, and sets the exit code: 0 done, 1 failed, 2 wrong usage or settings. */
export async function runProgram(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    const commandLine = parseCommandLine(argv);
    if (commandLine.options.help) {
      process.stdout.write(help);
      return;
    }
    if (commandLine.options.version) {
      process.stdout.write(`${readVersion()}\n`);
      return;
    }
    await run(commandLine, env);
  } catch (error) {
    const { lines, exitCode } = explain(error);
    // Opened resources (a port, connections) would keep the process alive.
    process.stderr.write(lines.map((line) => `drive-server: ${line}\n`).join(''), () => process.exit(exitCode));
  }
}

/** `drive-server config | head`: the command runs to its end, because it may change data. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function run({ command, operand, flags, options }: CommandLine, env: NodeJS.ProcessEnv): Promise<void> {
  if (command === 'licenses') return printLicenses();
  const settings = loadSettings({ flags, env });
  const { config } = settings;
  switch (command) {
    case 'serve':
      return serve(settings, { flags, ...(options.cliProfile ? { cliEnv: env } : {}) });
    case 'config':
      return printSettings(settingRows(settings), options);
    case 'settings list':
      return listSettings(settings, options);
    case 'settings set':
      return setSetting(settings, operand);
    case 'settings unset':
      return unsetSetting(settings, operand);
    case 'key create':
      return createKey(settings, options);
    case 'sweep':
      return sweep(settings);
    case 'scan':
      return requestScan(settings, options);
    case 'health':
      return health(config);
    case 'backup':
      return backup(config, operand, { keep: parseKeep(options.keep), json: options.json });
    case 'mail test':
      return sendTestMail(settings, operand);
    case 'restore':
      return restore(config, operand, options);
    case 'doctor':
      return doctor(settings, options);
    case 'demo':
      return demo(settings, options);
    case 'move-storage':
      return moveStorage(settings, loadConfig({ flags: { ...flags, STORAGE_URL: operand }, env }), options);
    case 'move-database':
      return moveDatabase(config, parseDatabaseKind(operand));
    default:
      return runUserCommand(command, settings, options);
  }
}

function explain(error: unknown): { readonly lines: readonly string[]; readonly exitCode: 1 | 2 } {
  if (error instanceof ConfigError) return { lines: error.problems, exitCode: 2 };
  if (error instanceof UsageError) return { lines: [error.message], exitCode: 2 };
  if (error instanceof DomainError) {
    const issues = error.issues?.map(({ field, message }) => `${field} ${message}`);
    // A caller of the API must not see the cause (a host, a user name); the operator needs it.
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { lines: issues ?? [`${error.message}${cause}`], exitCode: 1 };
  }
  if (
    [
      DataDirectoryInUseError,
      NativeAddonError,
      DatabaseVersionError,
      ListenError,
      LogoError,
      MailTestError,
      MoveError,
      NodeRefusedError,
      NotHealthyError,
      ObjectStorageError,
      UnusablePostgresError,
      CredentialsError,
      BackupError,
      RestoreUnfinishedError,
      SnapshotError,
      UpgradeError,
    ].some((kind) => error instanceof kind)
  )
    return { lines: [(error as Error).message], exitCode: 1 };
  if (!(error instanceof Error)) return { lines: [String(error)], exitCode: 1 };
  if (isOfFullDisk(error))
    return { lines: ['The disk of the data directory is full. Free some space, and run this again.'], exitCode: 1 };
  // An error of the system (a path, a permission, an address) has a clear message; any other is a bug and gets a stack.
  const isSystem = 'syscall' in error || 'code' in error;
  return { lines: [isSystem ? error.message : (error.stack ?? error.message)], exitCode: 1 };
}

/** The shared memory of SQLite lies on the disk, too. */
const isOfFullDisk = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^SQLITE_(FULL|IOERR_SHM)/.test(String(error.code))) || isOfFullDisk(error.cause));

function printLicenses(): void {
  process.stdout.write(
    isSingleBinary
      ? readTextPart('third-party-notices.txt')
      : 'Drive is MIT licensed. The packages it uses lie in node_modules, each with its own license.\n',
  );
}

/** Prints each setting as `DRIVE_NAME=value`, with its meaning and the source of the value below; or as JSON. */
