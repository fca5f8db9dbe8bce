import type { TreeItem } from '@drive/sdk';
import { type RemoteNode, ROOT } from '../engine/states.ts';

/** What is known of an item. */
export type ServerItem = Pick<
  TreeItem,
  'id' | 'type' | 'parentId' | 'name' | 'size' | 'sha256' | 'modifiedAt' | 'uploadedAt' | 'changeTag'
>;

/** The key of the folder that an item is in. `folderId` is the synchronized folder; null: the root. */
export const parentKeyOf = ({ parentId }: Pick<ServerItem, 'parentId'>, folderId: string | null): string =>
  parentId === folderId ? ROOT : (parentId ?? 'outside');

export const remoteNodeOf = (item: ServerItem, folderId: string | null): RemoteNode => ({
  id: item.id,
  kind: item.type,
  parent: parentKeyOf(item, folderId),
  name: item.name,
  size: item.type === 'folder' ? 0 : (item.size ?? 0),
  sha256: item.sha256,
  modifiedAt: item.modifiedAt === null ? null : Date.parse(item.modifiedAt),
  uploadedAt: Date.parse(item.uploadedAt),
  tag: item.changeTag,
});
