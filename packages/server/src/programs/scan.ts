import { messageOf } from '@drive/base';
import { requestStoredScan } from '../app/stored-scan.ts';
import type { LoadedSettings } from '../config.ts';
import { UsageError } from './command-line.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';

/** Lets the server scan stored files; it may run meanwhile, and otherwise begins when it starts. */
export async function requestScan(settings: LoadedSettings, { all }: { readonly all: boolean }): Promise<void> {
  const { config } = settings;
  if (config.clamd === undefined) throw new UsageError('DRIVE_CLAMD is not set: there is no scanner');
  await prepareDataDirectory(config, { mustExist: true });
  const { ports, close } = await openPorts(settings, openLog(config));
  try {
    await requestStoredScan(ports, { all });
    const away = await ports.scanner?.ping().catch((error: unknown) => messageOf(error));
    process.stderr.write(
      `the server scans ${all ? 'all files' : 'the files that were never scanned'} while it runs` +
        `${away === undefined ? '' : `; at the moment the scanner does not answer (${away})`}\n`,
    );
  } finally {
    await close();
  }
}
