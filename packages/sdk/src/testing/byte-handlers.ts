import type { NewUpload, UploadReservation, UploadStatus } from '../api.gen.ts';
import { createSha256 } from '../sha256.ts';
import { contentTypeOf } from '../upload/content-type.ts';
import type { FakeCall, Handlers } from './fake-calls.ts';
import { FakeRefusal, fileNotFound, nameTaken } from './fake-refusal.ts';
import { type FakeState, itemOf, publicUrlOf } from './fake-state.ts';
import type { Content, Node, Placing } from './fake-tree.ts';

interface Session {
  readonly id: string;
  readonly fileId: string;
  readonly upload: NewUpload;
  readonly received: Uint8Array<ArrayBuffer>;
  offset: number;
  /** The file, once it is complete. */
  node: Node | undefined;
}

type ShareItem = (node: Node, mode: 'SHARED' | 'PUBLIC') => { readonly shareToken: string; readonly shortUrl: string };

/** Uploads, and the bytes of files. */
export function byteHandlers(state: FakeState, shareItem: ShareItem): Handlers {
  return { ...new FakeUploads(state, shareItem).handlers(), ...storedBytes(state) };
}

class FakeUploads {
  readonly #state: FakeState;
  readonly #shareItem: ShareItem;
  readonly #sessions = new Map<string, Session>();

  constructor(state: FakeState, shareItem: ShareItem) {
    this.#state = state;
    this.#shareItem = shareItem;
  }

  handlers(): Handlers {
    return {
      createUpload: ({ body }) => this.#reserve(body),
      createUploadBatch: ({ body: { files } }) => ({ files: files.map((upload) => this.#reserve(upload)) }),
      getUploadStatus: ({ params }) => this.#statusOf(this.#require(params)),
      putUploadBytes: ({ params, bytes, headers }) => this.#put(this.#require(params), bytes, headers),
      cancelUpload: ({ params }) => {
        this.#requireOpen(this.#require(params));
        this.#sessions.delete(params['sessionId'] ?? '');
        return new Response(null, { status: 204 });
      },
      getUploadOffset: ({ params }) => this.#offsetOf(this.#require(params), 200),
      patchUpload: (call) => this.#patch(this.#require(call.params), call),
    };
  }

  #require({ sessionId = '' }: Readonly<Record<string, string>>): Session {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw new FakeRefusal(404, 'upload_session_not_found', 'There is no such upload.');
    return session;
  }

  #requireOpen({ node }: Session): void {
    if (node !== undefined) throw new FakeRefusal(409, 'upload_already_complete', 'The upload is complete already.');
  }

  #reserve(upload: NewUpload): UploadReservation {
    const { tree, url } = this.#state;
    tree.requirePlace(placingOf(upload));
    tree.requireRoom(upload.fileSizeBytes);
    const received = new Uint8Array(upload.fileSizeBytes);
    const id = crypto.randomUUID();
    const session = { id, fileId: crypto.randomUUID(), upload, received, offset: 0, node: undefined };
    this.#sessions.set(id, session);
    const uploadUrl = `${url}/files/uploads/${id}`;
    return { sessionId: id, fileId: session.fileId, uploadUrl, directUrl: null, ...this.#linkOf(session) };
  }

  /** The link of an upload that asks for one exists before its bytes do. */
  #linkOf({
    upload: { autoShare, publicListing },
    fileId,
  }: Session): Pick<UploadReservation, 'shareToken' | 'shortUrl'> {
    if (autoShare !== true) return { shareToken: null, shortUrl: null };
    const placeholder = { id: fileId, shareToken: null } as unknown as Node;
    return this.#shareItem(placeholder, publicListing === true ? 'PUBLIC' : 'SHARED');
  }

  #statusOf({ id, node, offset }: Session): UploadStatus {
    const status = node !== undefined ? 'COMPLETE' : offset > 0 ? 'UPLOADING' : 'PENDING';
    return { sessionId: id, status, fileId: node?.id ?? null, fileName: node?.name ?? null };
  }

  #put(session: Session, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
    this.#requireOpen(session);
    if (bytes.length !== session.received.length)
      throw new FakeRefusal(400, 'upload_size_mismatch', 'The body has another size than the upload was reserved for.');
    session.received.set(bytes);
    requireDigest(headers, sha256Of(bytes));
    this.#complete(session);
    return Response.json(this.#statusOf(session));
  }

  #patch(session: Session, { bytes, headers }: FakeCall): Response {
    this.#requireOpen(session);
    if (headers.get('upload-offset') !== String(session.offset))
      throw new FakeRefusal(409, 'upload_offset_mismatch', 'The upload continues at another offset.');
    session.received.set(bytes, session.offset);
    session.offset += bytes.length;
    if (session.offset === session.received.length) this.#complete(session);
    return this.#offsetOf(session, 204);
  }

  #offsetOf({ offset, received }: Session, status: number): Response {
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': `${offset}`, 'upload-length': `${received.length}` };
    return new Response(null, { status, headers });
  }

  #complete(session: Session): void {
    const { upload, received: bytes, fileId } = session;
    const { contentType: mimeType, modifiedAt = null } = upload;
    const content = { bytes, sha256: sha256Of(bytes), mimeType, modifiedAt: isoOf(modifiedAt) };
    session.node = storeFile(this.#state, content, { ...placingOf(upload), id: fileId }).node;
    session.offset = bytes.length;
    for (const { token, itemId } of this.#state.shares.values())
      if (itemId === session.node.id) session.node.shareToken = token;
  }
}

const placingOf = ({ fileName, parentFolderId = null, ...upload }: NewUpload): Placing => ({
  ...upload,
  name: fileName,
  parentId: parentFolderId,
});

const isoOf = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

function sha256Of(bytes: Uint8Array): string {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}

function requireDigest(headers: Headers, sha256: string): void {
  const digest = /sha-256=:([^:]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  if (digest === undefined) return;
  const hex = [...atob(digest)].map((unit) => unit.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  if (hex !== sha256) throw new FakeRefusal(400, 'digest_mismatch', 'The bytes do not have the digest that was sent.');
}

function storeFile({ tree, events }: FakeState, content: Parameters<typeof tree.store>[0], placing: Placing) {
  const stored = tree.store(content, placing);
  events.item(stored.isNew ? 'created' : 'replaced', stored.node);
  return stored;
}

function storedBytes(state: FakeState): Handlers {
  const { tree } = state;
  return {
    putFileByPath({ params, query, bytes, headers }) {
      const names = (params['rest'] ?? '').split('/').map(decodeURIComponent);
      const name = names.pop() ?? '';
      const sha256 = sha256Of(bytes);
      requireDigest(headers, sha256);
      const parentId = tree.ensureFolders(names, tree.requireFolder(query.get('folderId')));
      const ifMatch = headers.get('if-match')?.replaceAll('"', '');
      if (tree.child(parentId, name)?.type === 'folder') throw nameTaken(name);
      const placing = {
        name,
        parentId,
        onConflict: query.get('onConflict'),
        ifMatch,
        ifAbsent: headers.get('if-none-match') === '*',
        metadata: jsonIn(headers, 'x-drive-metadata') as Record<string, string> | undefined,
        tags: jsonIn(headers, 'x-drive-tags') as string[] | undefined,
      };
      const mimeType = query.get('contentType') ?? contentTypeOf(name);
      const content = { bytes, sha256, mimeType, modifiedAt: isoOf(query.get('modifiedAt')) };
      const { node, isNew } = storeFile(state, content, placing);
      return Response.json(itemOf(state, node), { status: isNew ? 201 : 200, headers: { etag: `"${sha256}"` } });
    },
    readFileByPath({ params, headers }) {
      const node = tree.find((params['rest'] ?? '').split('/').map(decodeURIComponent), null);
      if (node?.content === undefined) throw fileNotFound();
      return bytesOf(node, node.content, headers);
    },
    downloadFile({ params, headers }) {
      const { node, version, taken } = state.signed.get(params['token'] ?? '') ?? {};
      const content =
        version === undefined ? node?.content : [...(node?.versions ?? [])].find((each) => each.version === version);
      if (node === undefined || content === undefined || !tree.nodes.has(node.id) || !tree.isAlive(node))
        throw fileNotFound();
      taken?.();
      return bytesOf(node, content, headers);
    },
    readPublicFile({ params, headers }) {
      const share = state.shares.get(params['token'] ?? '');
      const node = tree.nodes.get(share?.itemId ?? '');
      if (node?.content === undefined || !tree.isAlive(node) || publicUrlOf(state, share, node) === null)
        throw fileNotFound();
      return bytesOf(node, node.content, headers);
    },
  };
}

function jsonIn(headers: Headers, name: string): unknown {
  const text = headers.get(name);
  return text === null ? undefined : (JSON.parse(text) as unknown);
}

function bytesOf({ name }: Node, { bytes, sha256, mimeType }: Content, asked: Headers): Response {
  const headers = {
    'content-type': mimeType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(asked.get('range') ?? '') ?? [];
  if (first === undefined) return new Response(bytes, { headers: { ...headers, 'content-length': `${bytes.length}` } });
  const start = Number(first);
  const end = last === '' || last === undefined ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start >= bytes.length) throw new FakeRefusal(416, 'range_not_satisfiable', 'The file is shorter.');
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
      'content-length': `${end - start + 1}`,
    },
  });
}
