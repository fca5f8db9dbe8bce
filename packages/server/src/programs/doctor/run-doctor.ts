import { createBaseUrl, hourMs, messageOf, systemClock } from '@drive/base';
import { pingIssuer } from '../../app/accounts-app.ts';
import { adviseSearch } from '../../app/doctor/advise-search.ts';
import { checkData, type Finding } from '../../app/doctor/check-data.ts';
import { describeOldSecrets } from '../../app/secret-rotation/count-old-secrets.ts';
import { blobDirectoryOf, usesObjectStorage, type LoadedSettings } from '../../config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from '../../platform/db/index.ts';
import { baseUrlOf } from '../local-base-url.ts';
import { openBlobReading } from '../open-blobs.ts';
import { joinAsServer, openLog, openPorts, prepareDataDirectory } from '../open-ports.ts';
import { printStatus } from '../print-status.ts';

export interface DoctorOptions {
  readonly readData: boolean;
  readonly repair: boolean;
  readonly json: boolean;
}

/** Exits with 1 if damage remains. A server may run meanwhile unless `--repair` is given; the checks are then looser. */
export async function doctor(operator: LoadedSettings, { readData, repair, json }: DoctorOptions): Promise<void> {
  const { config } = operator;
  await prepareDataDirectory(config, { mustExist: true });
  const lock = tryLock(config.dataDir, { required: repair });
  const now = systemClock.now();
  const { ports, settings, close } = await openPorts(operator, openLog(config));
  const asideDirectory = usesObjectStorage(config) ? config.dataDir : blobDirectoryOf(config);
  const { blobs, staged: bytes, close: closeBlobs } = openBlobReading(config, ports.database);
  let found = 0;
  let left = 0;
  let away: unknown;
  let issuerAway: unknown;
  let advice: string | undefined;
  let oldSecrets: string | undefined;
  let node: Awaited<ReturnType<typeof joinAsServer>> | undefined;
  try {
    if (repair) node = await joinAsServer(config, ports, { aloneBecause: 'a repair needs the database to itself' });
    // Without a node, only the lock of SQLite's directory says that no server runs.
    const isAlone = node?.isAlone ?? (lock !== undefined && config.databaseUrl === undefined);
    const staged = bytes && { bytes, isAlone, now };
    const target = { database: ports.database, blobs, staged, asideDirectory };
    const before = lock === undefined ? now - hourMs : now;
    for await (const finding of checkData(target, { readsData: readData, repairs: repair, before })) {
      found += 1;
      if (finding.repaired === null) left += 1;
      process.stdout.write(json ? `${JSON.stringify(finding)}\n` : `${lineOf(finding)}\n`);
    }
    // No damage: searches read more.
    advice = await adviseSearch(ports.database);
    oldSecrets = await describeOldSecrets(ports);
    // No damage: uploads are scanned once the scanner answers again.
    await ports.scanner?.ping().catch((error: unknown) => (away = error));
    // No damage: every other way to sign in works.
    const baseUrl = createBaseUrl(baseUrlOf(config));
    await pingIssuer({ ...ports, baseUrl }, settings.config).catch((error: unknown) => (issuerAway = error));
  } finally {
    await node?.leave();
    await closeBlobs();
    await close();
    lock?.release();
  }
  if (away !== undefined) printStatus(`files are not scanned for viruses at the moment: ${messageOf(away)}`);
  if (issuerAway !== undefined)
    printStatus(`nobody can sign in with ${settings.config.oidcName} at the moment: ${messageOf(issuerAway)}`);
  // No damage: the server runs without these values.
  for (const problem of settings.saved.problems) printStatus(problem);
  if (advice !== undefined) printStatus(advice);
  if (oldSecrets !== undefined) printStatus(oldSecrets);
  printStatus(summary({ found, left, readData }));
  if (left > 0) process.exitCode = 1;
}

function tryLock(directory: string, { required }: { readonly required: boolean }): { release(): void } | undefined {
  try {
    return lockDataDirectory(directory);
  } catch (error) {
    if (required || !(error instanceof DataDirectoryInUseError)) throw error;
    return undefined;
  }
}

const lineOf = ({ damage, text, repaired }: Finding): string =>
  `${damage}: ${text}${repaired === null ? '' : ` -- ${repaired}`}`;

function summary({ found, left, readData }: { found: number; left: number; readData: boolean }): string {
  const depth = readData ? 'every byte was read' : 'sizes were compared; use --read-data to read every byte';
  if (found === 0) return `no damage found (${depth})`;
  return left === 0 ? `found ${found}, repaired all (${depth})` : `found ${found}, ${left} not repaired (${depth})`;
}
