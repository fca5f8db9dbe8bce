import { minuteMs } from '@drive/base';
import { findSetting } from '@drive/nodes';
import type { Ports } from '../../platform/ports/ports.ts';
import { secretIdsOf, type SealedValue, type SealedValues } from '../../platform/secrets.ts';
import { opens, pagesOf } from './count-old-secrets.ts';
import { sealedValues } from './secret-uses.ts';

type RotationDeps = Pick<Ports, 'database' | 'secrets' | 'jobs' | 'log'>;

const jobType = 'secrets.renew';

/**
 * Encrypts with the master secret what its predecessor encrypted, once after each start with DRIVE_SECRET_PREVIOUS. Keyed hashes
 * are replaced by their modules, when they are used.
 */
export function rotateSecrets(deps: RotationDeps): void {
  const job = deps.jobs.define<object>({
    type: jobType,
    concurrency: 1,
    run: (_payload, { signal }) => renewAll(deps, signal),
    retryDelayMs: () => minuteMs,
  });
  if (secretIdsOf(deps.secrets)[1] !== undefined) deps.jobs.atStart((tx) => job.enqueue(tx, {}, { key: jobType }));
}

async function renewAll(deps: RotationDeps, signal: AbortSignal): Promise<void> {
  const { database, log, secrets } = deps;
  const [secretId, previousId] = secretIdsOf(secrets);
  const inForce = await findSetting(database.reader, 'secret');
  // A server that has not been restarted yet would encrypt with the secret that is on its way out.
  if (previousId === undefined || (inForce !== undefined && inForce !== secretId)) return;
  let count = 0;
  for (const values of sealedValues)
    for await (const page of pagesOf(database.reader, values)) {
      signal.throwIfAborted();
      count += await renew(deps, values, page);
    }
  log.info('stored secrets were encrypted with the new master secret', { count });
}

/** Returns how many were renewed. What neither secret decrypts stays, for the day when the right one is set again. */
async function renew(
  { database, secrets }: RotationDeps,
  values: SealedValues,
  page: readonly SealedValue[],
): Promise<number> {
  const { purpose, replace } = values;
  const old = page.filter(
    (value) => !secrets.isCurrent(purpose, value.owner, value.sealed) && opens(secrets, values, value),
  );
  if (old.length === 0) return 0;
  await database.write(async (tx) => {
    for (const value of old) {
      const text = secrets.decrypt(purpose, value.owner, value.sealed);
      await replace(tx, value, secrets.encrypt(purpose, value.owner, text));
    }
  });
  return old.length;
}
