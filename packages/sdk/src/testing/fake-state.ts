import type { FakeEvents } from './fake-events.ts';
import type { FakeTree, Node } from './fake-tree.ts';

export interface FakeShare {
  readonly token: string;
  readonly itemId: string;
  readonly createdAt: string;
  mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  expiresAt: string | null;
  password: string | null;
  maxDownloads: number | null;
  downloads: number;
  settings: { notifyOwnerOnDownload: boolean; notifyOnView: boolean; notifyPerRecipient: boolean };
}

/** What the handlers of the fake work on. */
export interface FakeState {
  readonly url: string;
  readonly now: () => Date;
  readonly tree: FakeTree;
  readonly events: FakeEvents;
  readonly shares: Map<string, FakeShare>;
  /** Contents by the token of their signed URL, and what happens when one is taken. */
  readonly signed: Map<
    string,
    { readonly node: Node; readonly version: number | undefined; readonly taken?: () => void }
  >;
}

const tokenBytes = 16;

export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function signUrl({ url, signed }: FakeState, node: Node, version?: number, taken?: () => void): string {
  const token = newToken();
  signed.set(token, { node, version, ...(taken === undefined ? {} : { taken }) });
  return `${url}/files/d/${token}/${encodeURIComponent(node.name)}`;
}

/** URL of a file for pages of other sites, if its own link opens it to everybody without conditions. */
export function publicUrlOf({ url, now }: FakeState, share: FakeShare | undefined, node: Node): string | null {
  if (share?.mode !== 'PUBLIC' || share.password !== null || share.maxDownloads !== null) return null;
  if (node.content === undefined || (share.expiresAt !== null && Date.parse(share.expiresAt) <= now().getTime()))
    return null;
  const version = node.content.sha256.slice(0, 12);
  return `${url}/files/public/${share.token}/${encodeURIComponent(node.name)}?v=${version}`;
}

export function itemOf(state: FakeState, node: Node): ReturnType<FakeTree['toItem']> {
  const share = state.shares.get(node.shareToken ?? '');
  return state.tree.toItem(node, { shareMode: share?.mode ?? 'PRIVATE', publicUrl: publicUrlOf(state, share, node) });
}
