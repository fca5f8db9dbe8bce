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
