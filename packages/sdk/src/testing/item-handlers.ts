import type { Item } from '../api.gen.ts';
import { cleanItemName } from '../upload/item-name.ts';
import { batchOf, type FakeCall, type Handlers, pageOf, requireKnown } from './fake-calls.ts';
import { FakeRefusal, fileNotFound, nameTaken, notMet } from './fake-refusal.ts';
import { type FakeState, itemOf, signUrl } from './fake-state.ts';
import type { Node } from './fake-tree.ts';

/** Files and folders, their versions, and the trash. */
export const itemHandlers = (state: FakeState): Handlers => ({
  ...reading(state),
  ...changing(state),
  ...trashing(state),
  ...versions(state),
});

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

function sorted(nodes: readonly Node[], sort: string): Node[] {
  const isDescending = sort.startsWith('-');
  const key = {
    name: ({ name }: Node) => name,
    size: ({ content }: Node) => content?.bytes.length ?? 0,
    createdAt: ({ createdAt }: Node) => createdAt,
    uploadedAt: ({ content, createdAt }: Node) => content?.uploadedAt ?? createdAt,
  }[sort.replace(/^-|type,/g, '')];
  if (key === undefined)
    throw new FakeRefusal(501, 'not_faked', `FakeDrive does not know the order ${sort}. Test it on a server.`);
  const compared = (a: Node, b: Node): number => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  const ordered = nodes.toSorted((a, b) => compared(a, b) || compared(b, a));
  if (isDescending) ordered.reverse();
  return sort.startsWith('type,')
    ? ordered.toSorted((a, b) => Number(a.type === 'file') - Number(b.type === 'file'))
    : ordered;
}

function reading(state: FakeState): Handlers {
  const { tree } = state;
  const isIn = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  return {
    listFiles({ query }) {
      requireKnown(query, 'parentId', 'q', 'sort', 'limit', 'page', 'cursor');
      const q = query.get('q')?.trim() ?? '';
      const found =
        q === ''
          ? tree.children(tree.requireFolder(query.get('parentId')))
          : tree.below(null).filter(({ type, name }) => type === 'file' && isIn(name, q));
      const { page, pagination } = pageOf(sorted(found, query.get('sort') ?? 'type,name'), query);
      return { files: page.map((node) => itemOf(state, node)), pagination };
    },
    searchItems({ query }) {
      requireKnown(query, 'q', 'in', 'limit', 'cursor');
      const words = (query.get('q') ?? '').split(/\s+/).filter((word) => word !== '');
      const found = tree
        .below(tree.requireFolder(query.get('in')))
        .filter(({ name }) => words.every((word) => isIn(name, word)));
      const { page, pagination } = pageOf(found, query);
      return {
        results: page.map((node) => ({ item: itemOf(state, node), path: tree.textPathOf(node) })),
        pagination: { nextCursor: pagination.nextCursor },
      };
    },
    listTree({ query }) {
      requireKnown(query, 'folderId', 'limit', 'cursor');
      const folderId = tree.requireFolder(query.get('folderId'));
      const root = folderId === null ? '' : tree.textPathOf(tree.require(folderId));
      const { page, pagination } = pageOf(tree.below(folderId), query);
      const items = page.map((node) => ({
        ...itemOf(state, node),
        path: tree.textPathOf(node).slice(root.length + 1),
      }));
      return { items, pagination: { nextCursor: pagination.nextCursor } };
    },
    getFile: ({ params }) => itemOf(state, tree.require(params['id'] ?? '')),
    getFileByPath({ query }) {
      const node = tree.find(namesOf(query.get('path') ?? ''), tree.requireFolder(query.get('folderId')));
      if (node === undefined) throw fileNotFound();
      return itemOf(state, node);
    },
    getFilePath: ({ params }) => tree.pathOf(tree.require(params['id'] ?? '')).map((node) => itemOf(state, node)),
    getDownloadUrl: ({ params }) => ({ downloadUrl: signUrl(state, requireFile(state, params['fileId'] ?? '')) }),
    createDownloadUrls({ body: { ids } }) {
      const expiresAt = new Date(state.now().getTime() + 15 * 60_000).toISOString();
      const { done: urls, failed } = batchOf(ids, (id) => ({
        id,
        downloadUrl: signUrl(state, requireFile(state, id)),
        expiresAt,
      }));
      return { urls, failed };
    },
  };
}

function requireFile({ tree }: FakeState, id: string): Node {
  const node = tree.require(id);
  if (node.type === 'folder') throw fileNotFound();
  return node;
}

function requireMatch({ headers }: FakeCall, item: Item): void {
  const wanted = headers.get('if-match');
  if (wanted === null || wanted === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim().replaceAll('"', ''));
  if (!tags.includes(item.changeTag) && !tags.includes(item.sha256 ?? '')) throw notMet();
}

function changing(state: FakeState): Handlers {
  const { tree, events } = state;
  const move = (node: Node, parentId: string | null, name = node.name): void => {
    const isBelowItself = parentId !== null && tree.pathOf(tree.require(parentId)).includes(node);
    if (isBelowItself) throw new FakeRefusal(409, 'folder_cycle', 'A folder cannot be moved into itself.');
    const taken = tree.child(parentId, name);
    if (taken !== undefined && taken !== node) throw nameTaken(name);
    const before = { name: node.name, parent_id: node.parentId, path: tree.textPathOf(node) };
    Object.assign(node, { parentId, name, changes: node.changes + 1 });
    const isRenamed = before.name !== name;
    const isMoved = before.parent_id !== parentId;
    if (!isRenamed && !isMoved) return;
    events.item('updated', node, {
      changed: [...(isRenamed ? (['name'] as const) : []), ...(isMoved ? (['parent'] as const) : [])],
      previous: {
        ...(isRenamed ? { name: before.name } : {}),
        ...(isMoved ? { parent_id: before.parent_id } : {}),
        path: before.path,
      },
    });
  };
  const destinationOf = (
    body: { parentId?: string | null | undefined; moveToRoot?: boolean | null | undefined },
    now: string | null,
  ) => (body.moveToRoot === true ? null : typeof body.parentId === 'string' ? tree.requireFolder(body.parentId) : now);
  return {
    createFolder({ body: { name, parentId } }) {
      const node = tree.createFolder(name, tree.requireFolder(parentId));
      events.item('created', node);
      return itemOf(state, node);
    },
    updateFile(call) {
      const { params, body } = call;
      const node = tree.require(params['id'] ?? '');
      requireMatch(call, itemOf(state, node));
      move(
        node,
        destinationOf(body, node.parentId),
        typeof body.name === 'string' ? cleanItemName(body.name) : node.name,
      );
      const { metadata, tags } = body;
      if (metadata === null) node.metadata = {};
      for (const [key, value] of Object.entries(metadata ?? {}))
        if (value === null) delete node.metadata[key];
        else node.metadata[key] = value;
      if (Array.isArray(tags)) node.tags = [...tags];
      if (metadata !== undefined || Array.isArray(tags)) {
        const changed = [
          ...(metadata === undefined ? [] : (['metadata'] as const)),
          ...(Array.isArray(tags) ? (['tags'] as const) : []),
        ];
        node.changes += 1;
        events.item('updated', node, { changed, previous: {} });
      }
      return itemOf(state, node);
    },
    moveFiles({ body }) {
      const { done: moved, failed } = batchOf(body.ids, (id) => {
        const node = tree.require(id);
        move(node, destinationOf(body, node.parentId));
        return itemOf(state, node);
      });
      return { moved, failed };
    },
    copyFiles({ body }) {
      const parentId = body.copyToRoot === true ? null : tree.requireFolder(body.parentId);
      const { done: copied, failed } = batchOf(body.ids, (id) => {
        const made = tree.copy(tree.require(id), parentId);
        events.item('created', made);
        return itemOf(state, made);
      });
      return { copied, failed };
    },
  };
}

function trashing(state: FakeState): Handlers {
  const { tree, events } = state;
  const trash = (id: string): Item => {
    const node = tree.require(id);
    const item = itemOf(state, node);
    events.item('trashed', node);
    node.trashedAt = state.now().toISOString();
    return { ...item, deletedAt: node.trashedAt };
  };
  const trashed = (id: string): Node => {
    const node = tree.nodes.get(id);
    if (node === undefined || tree.isAlive(node)) throw fileNotFound();
    return node;
  };
  const restore = (id: string): Item => {
    const node = trashed(id);
    const parent = node.parentId === null ? undefined : tree.nodes.get(node.parentId);
    const parentId = parent !== undefined && tree.isAlive(parent) ? parent.id : null;
    if (tree.child(parentId, node.name) !== undefined) throw nameTaken(node.name);
    Object.assign(node, { trashedAt: null, parentId });
    events.item('restored', node);
    return itemOf(state, node);
  };
  const purge = (id: string): Item => {
    const node = trashed(id);
    const item = itemOf(state, node);
    events.item('deleted', node);
    tree.purge(node);
    return item;
  };
  const listed = (): Node[] => [...tree.nodes.values()].filter(({ trashedAt }) => trashedAt !== null).toReversed();
  return {
    trashFile(call) {
      const { params, query } = call;
      const id = params['id'] ?? '';
      const item = itemOf(state, tree.require(id));
      requireMatch(call, item);
      if (query.get('onlyIfEmpty') === 'true' && item.type === 'folder' && tree.children(id).length > 0)
        throw new FakeRefusal(409, 'folder_not_empty', 'There is something in the folder.');
      trash(id);
    },
    trashFiles({ body: { ids } }) {
      const { done: updated, failed } = batchOf(ids, trash);
      return { updated, failed };
    },
    listTrashedItems({ query }) {
      requireKnown(query, 'limit', 'cursor');
      const { page, pagination } = pageOf(listed(), query);
      const items = page.map((node) => {
        const item = itemOf(state, node);
        return {
          ...item,
          size: item.size ?? 0,
          trashedAt: node.trashedAt ?? '',
          trashedBy: null,
          path: tree.textPathOf(node),
        };
      });
      return { items, pagination: { nextCursor: pagination.nextCursor } };
    },
    restoreFile: ({ params }) => restore(params['id'] ?? ''),
    restoreFiles({ body: { ids } }) {
      const { done: updated, failed } = batchOf(ids, restore);
      return { updated, failed };
    },
    purgeFile: ({ params }) => void purge(params['id'] ?? ''),
    purgeFiles({ body: { ids } }) {
      const { done: updated, failed } = batchOf(ids, purge);
      return { updated, failed };
    },
    emptyTrash() {
      for (const node of listed()) purge(node.id);
    },
  };
}

function versions(state: FakeState): Handlers {
  const { tree, events } = state;
  const require = ({ id = '', version = '' }: Readonly<Record<string, string>>) => {
    const node = requireFile(state, id);
    const found = node.versions.find((each) => String(each.version) === version);
    if (found === undefined) throw new FakeRefusal(404, 'version_not_found', 'The file has no such version.');
    return { node, found };
  };
  return {
    listFileVersions({ params, query }) {
      const { page, pagination } = pageOf(requireFile(state, params['id'] ?? '').versions, query);
      const listed = page.map(({ bytes, sha256, mimeType, modifiedAt, uploadedAt, version, replacedAt }) => ({
        version,
        size: bytes.length,
        mimeType,
        sha256,
        modifiedAt,
        uploadedAt,
        replacedAt,
      }));
      return { versions: listed, pagination };
    },
    getFileVersionDownloadUrl({ params }) {
      const { node, found } = require(params);
      return { downloadUrl: signUrl(state, node, found.version) };
    },
    restoreFileVersion({ params }) {
      const { node, found } = require(params);
      node.versions = node.versions.filter((each) => each !== found);
      tree.setContent(node, found);
      events.item('replaced', node);
      return itemOf(state, node);
    },
  };
}
