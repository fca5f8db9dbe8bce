import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import { ownerIsEnabled } from '../../accounts/index.ts';
import type { FileRow } from '../items/item-row.ts';
import type { PublicUrls } from '../items/public-url.ts';
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

/** The file that its own share of this token opens to everybody, by the rule of public URLs. */
export async function findPublicFile(
  publicUrls: PublicUrls,
  reader: Reader,
  token: string,
): Promise<FileRow | undefined> {
  // Text from a URL may hold characters that a database can't compare.
  if (!/^[\w-]{1,64}$/.test(token)) return undefined;
  const [row] = await selectShared(reader, { token });
  const file = row && toItemRow(row);
  return file?.state === 'alive' && publicUrls.find(file) !== null ? file : undefined;
}
