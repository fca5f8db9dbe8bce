import type { ListedShare, NewShare, PublicShare, ShareDescriptor } from '../api.gen.ts';
import { type FakeCall, type Handlers, pageOf } from './fake-calls.ts';
import { FakeRefusal, fileNotFound } from './fake-refusal.ts';
import { type FakeShare, type FakeState, itemOf, newToken, publicUrlOf, signUrl } from './fake-state.ts';
import type { Node } from './fake-tree.ts';

const dayMs = 86_400_000;

/** Links of files and folders, by their owner and by visitors. */
export class FakeShares {
  readonly #state: FakeState;
  /** Tokens of unlocked links. */
  readonly #unlocked = new Map<string, string>();

  constructor(state: FakeState) {
    this.#state = state;
  }

  /** Creates the link of an item, or changes it. */
  share(node: Pick<Node, 'id' | 'shareToken'>, settings: NewShare = {}): FakeShare {
    const { shares, now } = this.#state;
    const old = shares.get(node.shareToken ?? '');
    const share: FakeShare = old ?? {
      token: newToken().slice(0, 22),
      itemId: node.id,
      createdAt: now().toISOString(),
      mode: 'SHARED',
      expiresAt: null,
      password: null,
      maxDownloads: null,
      downloads: 0,
      settings: { notifyOwnerOnDownload: false, notifyOnView: false, notifyPerRecipient: false },
    };
    const { shareMode, expiresInDays, password, maxDownloads, notifyOnDownload, notifyOnView, notifyPerRecipient } =
      settings;
    if (shareMode) share.mode = shareMode;
    if (typeof expiresInDays === 'number') share.expiresAt = this.#expiry(expiresInDays);
    if (typeof password === 'string') share.password = password;
    if (maxDownloads !== undefined) share.maxDownloads = maxDownloads;
    if (typeof notifyOnDownload === 'boolean') share.settings.notifyOwnerOnDownload = notifyOnDownload;
    if (typeof notifyOnView === 'boolean') share.settings.notifyOnView = notifyOnView;
    if (typeof notifyPerRecipient === 'boolean') share.settings.notifyPerRecipient = notifyPerRecipient;
    shares.set(share.token, share);
    node.shareToken = share.token;
    return share;
  }

  linkOf({ token }: FakeShare): { readonly shareToken: string; readonly shareUrl: string; readonly shortUrl: string } {
    const url = `${this.#state.url}/share/${token}`;
    return { shareToken: token, shareUrl: url, shortUrl: `${this.#state.url}/s/${token}` };
  }

  /** Answers a short link. */
  redirect(code: string): Response {
    return new Response(null, { status: 302, headers: { location: this.linkOf(this.#requireOpen(code)).shareUrl } });
  }

  handlers(): Handlers {
    return { ...this.#ofItems(), ...this.#byToken(), ...this.#ofVisitors() };
  }

  #expiry(days: number | null): string | null {
    return days === null || days === 0 ? null : new Date(this.#state.now().getTime() + days * dayMs).toISOString();
  }

  /** For calls that name the item. */
  #ofItems(): Handlers {
    const create = (call: FakeCall<NewShare | undefined>, id: string | undefined, type: Node['type']) => {
      const node = this.#requireItem(id, type);
      return this.#describe(this.share(node, call.body ?? {}));
    };
    const revoke = (id: string | undefined, type: Node['type']): void => {
      const { shareToken } = this.#requireItem(id, type);
      if (shareToken !== null) this.#revoke(this.#require(shareToken));
    };
    return {
      createFileShare: (call) => create(call, call.params['fileId'], 'file'),
      createFolderShare: (call) => create(call, call.params['folderId'], 'folder'),
      revokeFileShare: ({ params }) => revoke(params['fileId'], 'file'),
      revokeFolderShare: ({ params }) => revoke(params['folderId'], 'folder'),
      setFileSharePassword: ({ params, body }) => this.#set(this.#requireShareOf(params['fileId'], 'file'), body),
      setFolderSharePassword: ({ params, body }) => this.#set(this.#requireShareOf(params['folderId'], 'folder'), body),
      setFileShareMode: ({ params, body }) => this.#setMode(this.#requireShareOf(params['fileId'], 'file'), body),
      setFolderShareMode: ({ params, body }) => this.#setMode(this.#requireShareOf(params['folderId'], 'folder'), body),
    };
  }

  #byToken(): Handlers {
    return {
      listShares: ({ query }) => {
        const all = [...this.#state.shares.values()].toReversed();
        const { page, pagination } = pageOf(all, query);
        return { shares: page.map((share) => this.#list(share)), pagination };
      },
      getShare: ({ params }) => this.#list(this.#require(params['token'])),
      revokeShare: ({ params }) => this.#revoke(this.#require(params['token'])),
      updateShare: ({ params, body }) => this.#setMode(this.#require(params['token']), body),
      setSharePassword: ({ params, body }) => this.#set(this.#require(params['token']), body),
      setShareExpiry: ({ params, body: { expiresInDays } }) => {
        const share = this.#require(params['token']);
        share.expiresAt = this.#expiry(expiresInDays);
        return this.#describe(share);
      },
    };
  }

  #ofVisitors(): Handlers {
    const { tree } = this.#state;
    return {
      resolveShare: ({ params, headers }) => this.#publish(this.#requireOpen(params['token']), headers),
      unlockShare: ({ params, body: { password } }) => {
        const share = this.#requireOpen(params['token']);
        if (share.password !== password)
          throw new FakeRefusal(403, 'share_password_incorrect', 'This is not the password of the link.');
        const unlockToken = newToken();
        this.#unlocked.set(unlockToken, `${share.token} ${password}`);
        return { unlockToken, expiresAt: new Date(this.#state.now().getTime() + dayMs).toISOString() };
      },
      listShareFiles: ({ params, query, headers }) => {
        const share = this.#requireUnlocked(params['token'], headers);
        const top = this.#nodeOf(share);
        const folderId = query.get('parentId') ?? top.id;
        const inside = tree.pathOf(tree.require(folderId)).includes(top);
        if (!inside) throw fileNotFound();
        const nodes = top.type === 'file' ? [top] : tree.children(folderId);
        const { page, pagination } = pageOf(nodes, query);
        return {
          files: page.map((node) => ({
            ...itemOf(this.#state, node),
            shareToken: null,
            publicUrl: top.type === 'file' ? itemOf(this.#state, node).publicUrl : null,
            shareMode: 'SHARED' as const,
            metadata: {},
            tags: [],
          })),
          pagination,
        };
      },
      getShareDownloadUrl: ({ params, query, headers }) => {
        const share = this.#requireUnlocked(params['token'], headers);
        const top = this.#nodeOf(share);
        const id = query.get('fileId');
        const node = id === null ? top : tree.require(id);
        if (node.type === 'folder' || !tree.pathOf(node).includes(top)) throw fileNotFound();
        const taken = (): void => {
          if (share.maxDownloads !== null && share.downloads >= share.maxDownloads) throw limitReached();
          share.downloads += 1;
        };
        if (share.maxDownloads !== null && share.downloads >= share.maxDownloads) throw limitReached();
        return { downloadUrl: signUrl(this.#state, node, undefined, taken) };
      },
    };
  }

  #requireItem(id: string | undefined, type: Node['type']): Node {
    const node = this.#state.tree.nodes.get(id ?? '');
    if (node?.type === type && this.#state.tree.isAlive(node)) return node;
    throw new FakeRefusal(404, `${type}_not_found`, `You have no such ${type}.`);
  }

  #requireShareOf(id: string | undefined, type: Node['type']): FakeShare {
    const share = this.#state.shares.get(this.#requireItem(id, type).shareToken ?? '');
    if (share === undefined) throw new FakeRefusal(409, 'no_active_share', `The ${type} is not shared.`);
    return share;
  }

  #require(token: string | undefined): FakeShare {
    const share = this.#state.shares.get(token ?? '');
    if (share === undefined) throw new FakeRefusal(404, 'share_not_found', 'You have no such share.');
    return share;
  }

  #nodeOf({ itemId }: FakeShare): Node {
    return this.#state.tree.require(itemId);
  }

  /** For visitors: neither disabled nor expired, and of something that is there. */
  #requireOpen(token: string | undefined): FakeShare {
    const { tree, now } = this.#state;
    const share = this.#state.shares.get(token ?? '');
    const node = tree.nodes.get(share?.itemId ?? '');
    if (share === undefined || share.mode === 'PRIVATE' || node === undefined || !tree.isAlive(node))
      throw new FakeRefusal(404, 'share_not_found', 'There is no share at this link.');
    if (share.expiresAt !== null && Date.parse(share.expiresAt) <= now().getTime())
      throw new FakeRefusal(410, 'share_expired', 'This link has expired.');
    return share;
  }

  #isLocked({ token, password }: FakeShare, headers: Headers): boolean {
    return password !== null && this.#unlocked.get(headers.get('x-share-unlock') ?? '') !== `${token} ${password}`;
  }

  #requireUnlocked(token: string | undefined, headers: Headers): FakeShare {
    const share = this.#requireOpen(token);
    if (this.#isLocked(share, headers)) throw new FakeRefusal(401, 'share_locked', 'This link needs a password.');
    return share;
  }

  #revoke({ token, itemId }: FakeShare): void {
    this.#state.shares.delete(token);
    const node = this.#state.tree.nodes.get(itemId);
    if (node !== undefined) node.shareToken = null;
  }

  #set(share: FakeShare, { password }: { readonly password: string | null }): ShareDescriptor {
    share.password = password;
    return this.#describe(share);
  }

  #setMode(
    share: FakeShare,
    {
      shareMode,
      maxDownloads,
    }: { readonly shareMode?: FakeShare['mode'] | null | undefined; readonly maxDownloads?: number | null | undefined },
  ): ShareDescriptor {
    if (shareMode != null) share.mode = shareMode;
    if (maxDownloads !== undefined) share.maxDownloads = maxDownloads;
    return this.#describe(share);
  }

  #describe(share: FakeShare): ShareDescriptor {
    const { mode, expiresAt, password, maxDownloads, settings } = share;
    return {
      ...this.linkOf(share),
      publicUrl: this.#publicUrlOf(share),
      shareMode: mode,
      listed: mode === 'PUBLIC' && password === null,
      expiresAt,
      passwordProtected: password !== null,
      ...settings,
      maxDownloads,
      commentsEnabled: false,
      likesEnabled: false,
      label: null,
      coverItemId: null,
      allowUpload: false,
      uploadMaxFileBytes: null,
      uploadMaxFiles: null,
      uploadAllowedTypes: null,
    };
  }

  #publicUrlOf(share: FakeShare): string | null {
    const node = this.#state.tree.nodes.get(share.itemId);
    return node === undefined ? null : publicUrlOf(this.#state, share, node);
  }

  #list(share: FakeShare): ListedShare {
    const { tree } = this.#state;
    const node = this.#nodeOf(share);
    return {
      ...this.#describe(share),
      kind: node.type,
      itemId: node.id,
      driveId: null,
      name: node.name,
      slug: null,
      fileCount: node.type === 'file' ? 1 : tree.below(node.id).filter(({ type }) => type === 'file').length,
      viewCount: 0,
      downloadCount: share.downloads,
      likeCount: 0,
      commentCount: 0,
      uploadCount: 0,
      createdAt: share.createdAt,
      createdBy: null,
    };
  }

  #publish(share: FakeShare, headers: Headers): PublicShare {
    const { token: shareToken, expiresAt, password, mode } = share;
    const node = this.#nodeOf(share);
    const locked = this.#isLocked(share, headers);
    const indexable = mode === 'PUBLIC' && password === null;
    const shown = { shareToken, kind: node.type, expiresAt, passwordProtected: password !== null, locked, indexable };
    if (locked) return shown;
    const item = { ...itemOf(this.#state, node), metadata: {}, tags: [] };
    return {
      ...shown,
      ...this.linkOf(share),
      shareMode: mode,
      name: item.name,
      size: item.size ?? 0,
      mimeType: item.mimeType,
      contentKind: item.contentKind,
      previewUrl: null,
      fileCount: this.#list(share).fileCount,
      downloadsLeft: share.maxDownloads === null ? null : Math.max(0, share.maxDownloads - share.downloads),
      item,
    };
  }
}

const limitReached = (): FakeRefusal =>
  new FakeRefusal(410, 'share_limit_reached', 'This link has been downloaded as often as its owner allows.');
