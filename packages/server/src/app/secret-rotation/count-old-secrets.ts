import type { Clock } from '@drive/base';
import type { Database, Reader } from '../../platform/db/index.ts';
import { secretIdsOf, type Secrets, type SealedValue, type SealedValues } from '../../platform/secrets.ts';
import { hashedTexts, sealedValues } from './secret-uses.ts';

const valuesAtOnce = 500;

export interface SecretsToCount {
  readonly database: Pick<Database, 'reader'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Pages of stored encrypted values of a kind. */
export async function* pagesOf(reader: Reader, { list }: SealedValues): AsyncGenerator<readonly SealedValue[]> {
  for (let after = 0; ;) {
    const values = await list(reader, after, valuesAtOnce);
    const last = values.at(-1);
    if (last === undefined) return;
    yield values;
    after = last.rowId;
  }
}

/** What still needs DRIVE_SECRET_PREVIOUS, as a sentence; undefined if it is not set. */
export async function describeOldSecrets({ database, secrets, clock }: SecretsToCount): Promise<string | undefined> {
  const [secretId, previousId] = secretIdsOf(secrets);
  if (previousId === undefined) return undefined;
  const { reader } = database;
  const needed: string[] = [];
  const lost: string[] = [];
  for (const { what, countOthers } of hashedTexts) add(needed, await countOthers(reader, secretId, clock.now()), what);
  for (const values of sealedValues) {
    const counted = await countSealed(reader, secrets, values);
    add(needed, counted.needed, values.what);
    add(lost, counted.lost, values.what);
  }
  const unreadable = lost.length === 0 ? '' : `; neither secret decrypts ${lost.join(', ')}`;
  return needed.length === 0
    ? `nothing that is stored needs DRIVE_SECRET_PREVIOUS any more${unreadable}`
    : `DRIVE_SECRET_PREVIOUS is still needed by ${needed.join(', ')}${unreadable}`;
}

function add(to: string[], count: number, what: string): void {
  if (count > 0) to.push(`${what} (${count})`);
}

async function countSealed(reader: Reader, secrets: Secrets, values: SealedValues) {
  let needed = 0;
  let lost = 0;
  for await (const page of pagesOf(reader, values))
    for (const { owner, sealed } of page) {
      if (secrets.isCurrent(values.purpose, owner, sealed)) continue;
      if (opens(secrets, values, { owner, sealed })) needed += 1;
      else lost += 1;
    }
  return { needed, lost };
}

export function opens(
  secrets: Secrets,
  { purpose }: Pick<SealedValues, 'purpose'>,
  { owner, sealed }: Pick<SealedValue, 'owner' | 'sealed'>,
): boolean {
  try {
    secrets.decrypt(purpose, owner, sealed);
    return true;
  } catch {
    return false;
  }
}
