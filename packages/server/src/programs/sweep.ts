import { createApp } from '../app.ts';
import type { LoadedSettings } from '../config.ts';
import { lockDataDirectory } from '../platform/db/index.ts';
import { baseUrlOf } from './local-base-url.ts';
import { openAllPorts, openLog, prepareDataDirectory } from './open-ports.ts';

/** Runs every periodic clean-up once, with the jobs they create. A running server does this itself. */
export async function sweep(operator: LoadedSettings): Promise<void> {
  await prepareDataDirectory(operator.config, { mustExist: true });
  const lock = lockDataDirectory(operator.config.dataDir);
  const { ports, settings, close } = await openAllPorts(operator, openLog(operator.config));
  const { config } = settings;
  const app = createApp(ports, config, { baseUrl: baseUrlOf(config) });
  try {
    // The lock says that no server is running. On Postgres there may be others.
    if (ports.database.dialect === 'sqlite') await ports.jobs.takeOver();
    for (const type of ports.jobs.listPeriodic()) {
      await ports.jobs.runNow(type);
      process.stderr.write(`${type} done\n`);
    }
    await ports.jobs.drain();
  } finally {
    await app.stop();
    await close();
    lock.release();
  }
}
