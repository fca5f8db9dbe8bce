import { NotFoundError, type Item, type ListedShare, type ShareDescriptor } from '@drive/sdk';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { client } from './client.ts';
import { errorText } from './error-text.ts';
import { itemsKey } from './items.ts';
import { queryClient } from './query-client.ts';

export const sharesKey = ['shares'] as const;
export const proofingsKey = ['proofings'] as const;

export const shareQuery = (token: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'one', token] as const,
    queryFn: ({ signal }): Promise<ListedShare> => client.shares.get(token, { signal }).then((share) => share),
  });

/** Returns the item's own share, or creates it if there is none. The caller then calls `refreshShares`. */
export async function ensureShare(item: Item): Promise<ShareDescriptor> {
  // The item of a list may be older than its share, whose settings a creation would change.
  const known = (await findOwnShare(item)) ?? (await findOwnShare(await client.files.get(item.id), item.shareToken));
  if (known !== undefined) return known;
  return await (item.type === 'folder' ? client.shares.createForFolder(item.id) : client.shares.create(item.id));
}

/** Returns undefined without a request if the token is `checkedToken`, which is not that of the item's own share. */
async function findOwnShare(
  { id, shareToken }: Item,
  checkedToken: string | null = null,
): Promise<ListedShare | undefined> {
  if (shareToken === null || shareToken === checkedToken) return undefined;
  try {
    const share = await client.shares.get(shareToken);
    // The token may be that of a link to several files.
    if (share.itemId !== id) return undefined;
    queryClient.setQueryData(shareQuery(shareToken).queryKey, share);
    return share;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Whether a link opens for nobody: it is switched off or has expired. */
export const isClosed = ({ shareMode, expiresAt }: ShareDescriptor): boolean =>
  shareMode === 'PRIVATE' || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** Name of a share in the user's language; the server names a multi-share in English. */
export const shareName = ({ kind, name, fileCount }: ListedShare, shared: Messages['sharing']['shared']): string =>
  kind === 'multi' ? shared.multi({ count: fileCount }) : shownName(name);

/** Reloads the lists that show shares: those of items and of shares. */
export async function refreshShares(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: itemsKey }),
    queryClient.invalidateQueries({ queryKey: sharesKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' }),
  ]);
}

export interface ShareChange {
  /** Fields that the dialog shows until the server answers. */
  readonly expected?: Partial<ListedShare>;
  /** Resolves with the fields that changed. */
  readonly run: () => PromiseLike<Partial<ListedShare>>;
}

/**
 * Changes one share; several changes run one after the other. `error` is that of the last change that failed, until a
 * change begins when no other one is running. A change that fails after the dialog was closed is reported as a notice.
 */
export function useShareChange(token: string) {
  const { queryKey } = shareQuery(token);
  const mutationKey = ['share-change', token];
  const messages = useMessages();
  const formats = useFormats();
  const [error, setError] = useState<Error | null>(null);
  const needsReload = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const running = (): ShareChange[] =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as ShareChange);
  const merge = (fields: Partial<ListedShare>): void =>
    void queryClient.setQueryData(queryKey, (share) => share && { ...share, ...fields });
  /** Merges the outcome of a change; values that later changes expect stay as they are. */
  const settle = (fields: Partial<ListedShare>, change: ShareChange): void => {
    merge(fields);
    for (const other of running()) if (other !== change && other.expected !== undefined) merge(other.expected);
  };

  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey,
    scope: { id: `share ${token}` },
    mutationFn: async ({ run }: ShareChange) => await run(),
    onMutate: (change) => {
      if (running().length === 1) setError(null);
      const before = queryClient.getQueryData(queryKey);
      if (change.expected !== undefined) merge(change.expected);
      return before;
    },
    onSuccess: settle,
    onError: (reason, change, before) => {
      if (isShown.current) setError(reason);
      else notify({ kind: 'bad', text: errorText(reason, messages, formats) });
      needsReload.current = true;
      if (before === undefined) return;
      const keys = Object.keys(change.expected ?? {}) as (keyof ListedShare)[];
      settle(Object.fromEntries(keys.map((key) => [key, before[key]])), change);
    },
    onSettled: () => {
      // The lists were loaded again when the dialog closed, before this change was made.
      if (!isShown.current) void refreshShares();
      // An answer to a request during another change would show the values before that change.
      if (!needsReload.current || running().length > 1) return;
      needsReload.current = false;
      void queryClient.invalidateQueries({ queryKey, exact: true });
    },
  });
  return { mutate, isPending, isSuccess, error };
}

/** Properties of each control of a share. */
export interface ShareFieldProps {
  readonly share: ListedShare;
  readonly save: (change: ShareChange, options?: { readonly onSuccess?: () => void }) => void;
}
