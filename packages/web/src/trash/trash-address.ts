import { trashSorts, type TrashSort } from '@drive/contract/sorts';

/** Query parameters in the address of the trash. */
export interface TrashAddress {
  /** Default: what was deleted last comes first. */
  readonly order?: TrashSort | undefined;
  /** Id of a folder of another user: what was deleted from it. */
  readonly folder?: string | undefined;
  /** Id of a team drive: its trash. */
  readonly drive?: string | undefined;
}

export function parseTrashAddress(search: Readonly<Record<string, unknown>>): TrashAddress {
  const order = trashSorts.find((each) => each === search['order']);
  const { folder, drive } = search;
  return {
    ...(order === undefined || order === '-trashedAt' ? {} : { order }),
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
    ...(typeof drive === 'string' && drive !== '' ? { drive } : {}),
  };
}
