import type { BatchFailure, Item } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import { announceChange } from './changes.ts';
import { client } from './client.ts';
import { itemsKey } from './items.ts';
import { queryClient } from './query-client.ts';

export const trashKey = ['trash'] as const;

/** Loads again what a change of the tree affects. */
export async function refreshItems(): Promise<void> {
  announceChange();
  await Promise.all(
    [itemsKey, ['path'], ['me'], trashKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export interface BatchOutcome {
  readonly done: readonly Item[];
  readonly failed: readonly BatchFailure[];
}

export const useCreateFolder = () =>
  useMutation({
    mutationFn: ({ name, parentId }: { name: string; parentId: string | null }) =>
      client.files.createFolder({ name, ...(parentId === null ? {} : { parentId }) }).then((item) => item),
    onSuccess: refreshItems,
  });

export const useRename = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => client.files.update(id, { name }).then((item) => item),
    onSuccess: refreshItems,
  });

/** A change of many items that the caller reports to the user. */
export const useBatch = () =>
  useMutation({ mutationFn: (change: () => Promise<BatchOutcome>) => change(), onSettled: refreshItems });
