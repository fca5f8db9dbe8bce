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

export const itemOf = ({ tree, shares }: FakeState, node: Node) =>
  tree.toItem(node, shares.get(node.shareToken ?? '')?.mode);
