import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import { ownerIsEnabled } from '../../accounts/index.ts';
import type { FileRow } from '../items/item-row.ts';
import { selectItems, toItemRow } from '../tree/item-store.ts';

// Not in item-store.ts, which is also used without the module of accounts and its pages.
const selectItem = compileOnce((reader: Reader, { id }: { id: string }) =>
  selectItems(reader).where('i.id', '=', id).where(ownerIsEnabled('i.owner_id')),
);

export async function findFileOfEnabled(reader: Reader, id: string): Promise<FileRow | undefined> {
  const [row] = await selectItem(reader, { id });
  return row && toItemRow(row);
}

const selectShared = compileOnce((reader: Reader, { token }: { token: string }) =>
  selectItems(reader).where('share.token', '=', token).where(ownerIsEnabled('i.owner_id')),
);

/** The item of a share that is not revoked, in any state; undefined for a share of several files. */
export async function findFileOfShare(reader: Reader, token: string): Promise<FileRow | undefined> {
  const [row] = await selectShared(reader, { token });
  return row && toItemRow(row);
}
