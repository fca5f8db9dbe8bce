import { createHash } from 'node:crypto';
import type { Drive, TestUser } from '../drive.ts';
import { exchange, type Exchanged } from './exchange.ts';

/** A file as a client declares and sends it. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer<ArrayBuffer>;
  /** Epoch milliseconds. */
  readonly modifiedAt?: number;
  /** Headers of the request that carries the bytes. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly isChunked?: boolean;
  /** Fields of the reservation, for a door that has one. */
  readonly guard?: { readonly ifMatch?: string; readonly ifAbsent?: boolean };
}

/** An endpoint, or a pair of them, through which bytes become a file. */
export interface WayIn {
  readonly name: string;
  /** Routes whose bytes it covers, as the server lists them. */
  readonly routes: readonly string[];
  /** The file is described before its bytes are sent: guards are fields of the description. */
  readonly isReserved?: boolean;
  /** Sends the file into the root, or the folder, of its owner. */
  send(file: SentFile): Promise<Exchanged>;
  /** Creates an empty folder; absent if the door knows no folders. */
  makeFolder?(name: string): Promise<Exchanged>;
}

const modifiedAtOf = ({ modifiedAt }: SentFile): { readonly modifiedAt?: string } =>
  modifiedAt === undefined ? {} : { modifiedAt: new Date(modifiedAt).toISOString() };

/** What visitors need for the doors that are open to them. */
export interface VisitorTokens {
  readonly collection: string;
  /** A share of a folder that accepts files. */
  readonly share: string;
  readonly grant: string;
}

/** The doors of one user, and those of visitors that lead to the user. */
export function waysIn(drive: Drive, user: TestUser, tokens: VisitorTokens): readonly WayIn[] {
  const bearer = { authorization: `Bearer ${user.key}` };
  const basic = { authorization: `Basic ${btoa(`me:${user.key}`)}` };
  const at = (path: string): string => `${drive.url}${path}`;
  const postJson = (path: string, json: unknown, headers: Readonly<Record<string, string>> = bearer) =>
    exchange(at(path), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(json)),
    });
  const makeFolder = (name: string): Promise<Exchanged> => postJson('/api/files/folders', { name });

  /** Reserves, then sends the bytes to the URL of the answer. */
  const reserveAndPut = async (
    path: string,
    wanted: object,
    file: SentFile,
    headers: Readonly<Record<string, string>> = bearer,
  ): Promise<Exchanged> => {
    const reserved = await postJson(path, wanted, headers);
    if (reserved.status !== 201) return reserved;
    const { uploadUrl } = JSON.parse(reserved.body.toString()) as { uploadUrl: string };
    const { isChunked = false, body } = file;
    return exchange(at(new URL(uploadUrl).pathname), { method: 'PUT', headers: file.headers ?? {}, body, isChunked });
  };

  /** Creates the upload with the metadata, then sends all bytes in one PATCH. */
  const sendByTus = async (
    metadata: Readonly<Record<string, string>>,
    file: SentFile,
    credential: Readonly<Record<string, string>> = bearer,
  ): Promise<Exchanged> => {
    const encode = ([key, value]: [string, string]): string => `${key} ${Buffer.from(value).toString('base64')}`;
    const created = await exchange(at('/files/tus'), {
      method: 'POST',
      headers: {
        ...credential,
        'tus-resumable': '1.0.0',
        'upload-length': String(file.body.length),
        'upload-metadata': Object.entries(metadata).map(encode).join(','),
      },
      body: Buffer.alloc(0),
    });
    if (created.status !== 201) return created;
    return exchange(at(new URL(created.headers.location ?? '').pathname), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        ...file.headers,
      },
      body: file.body,
      isChunked: file.isChunked ?? false,
    });
  };

  const sendForm = async (path: string, file: SentFile) => {
    const { name, type, body, headers, isChunked = false } = file;
    const form = new FormData();
    const { modifiedAt } = modifiedAtOf(file);
    if (modifiedAt !== undefined) form.append('modifiedAt', modifiedAt);
    form.append('files', new Blob([body], { type }), name);
    const encoded = new Response(form);
    return exchange(at(path), {
      method: 'POST',
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: Buffer.from(await encoded.arrayBuffer()),
      isChunked,
    });
  };

  const putByDav = (
    { name, type, body, modifiedAt, headers, isChunked = false }: SentFile,
    path = encodeURIComponent(name),
  ) =>
    exchange(at(`/dav/${path}`), {
      method: 'PUT',
      headers: {
        ...basic,
        'content-type': type,
        ...(modifiedAt === undefined ? {} : { 'x-oc-mtime': String(modifiedAt / 1000) }),
        ...headers,
      },
      body,
      isChunked,
    });

  const ownersFile = (file: SentFile) => ({
    fileName: file.name,
    contentType: file.type,
    fileSizeBytes: file.body.length,
    ...modifiedAtOf(file),
    ...file.guard,
  });
  const visitorsFile = (file: SentFile) => ({
    fileName: file.name,
    contentType: file.type,
    sizeBytes: file.body.length,
    ...modifiedAtOf(file),
    ...file.guard,
  });

  return [
    {
      name: 'PUT of a reservation',
      routes: ['PUT /files/uploads/{sessionId}', 'DELETE /files/uploads/{sessionId}'],
      isReserved: true,
      send: (file) => reserveAndPut('/api/uploads', ownersFile(file), file),
      makeFolder,
    },
    {
      name: 'tus of a reservation',
      routes: ['* /files/tus'],
      isReserved: true,
      send: async (file) => {
        const reserved = await postJson('/api/uploads', ownersFile(file));
        if (reserved.status !== 201) return reserved;
        const { sessionId } = JSON.parse(reserved.body.toString()) as { sessionId: string };
        return sendByTus({ sessionId }, file);
      },
    },
    {
      name: 'tus',
      routes: ['* /files/tus'],
      isReserved: true,
      send: (file) => {
        const { ifMatch, ifAbsent } = file.guard ?? {};
        const guard = { ...(ifMatch && { ifMatch }), ...(ifAbsent === true && { ifAbsent: 'true' }) };
        return sendByTus({ filename: file.name, filetype: file.type, ...modifiedAtOf(file), ...guard }, file);
      },
    },
    {
      name: 'PUT by path',
      routes: ['PUT /files/by-path/{path}'],
      send: ({ name, type, body, headers = {}, isChunked = false, ...file }) => {
        const query = new URLSearchParams({ onConflict: 'replace', ...modifiedAtOf({ name, type, body, ...file }) });
        return exchange(at(`/files/by-path/${encodeURIComponent(name)}?${query.toString()}`), {
          method: 'PUT',
          headers: { ...bearer, 'content-type': type, ...headers },
          body,
          isChunked,
        });
      },
    },
    {
      name: 'WebDAV PUT',
      routes: ['* /dav'],
      send: putByDav,
      makeFolder: (name) => exchange(at(`/dav/${encodeURIComponent(name)}`), { method: 'MKCOL', headers: basic }),
    },
    {
      name: 'WebDAV COPY',
      routes: ['* /dav'],
      send: async ({ headers = {}, ...file }) => {
        const source = `source-${createHash('sha256').update(file.name).digest('hex')}`;
        const put = await putByDav(file, source);
        if (put.status !== 201 && put.status !== 204) return put;
        return exchange(at(`/dav/${source}`), {
          method: 'COPY',
          headers: { ...basic, destination: at(`/dav/${encodeURIComponent(file.name)}`), ...headers },
        });
      },
    },
    {
      name: 'anonymous reservation',
      routes: ['PUT /files/uploads/{sessionId}'],
      isReserved: true,
      send: (file) => reserveAndPut('/api/public/uploads', visitorsFile(file), file, { authorization: '' }),
    },
    {
      name: 'anonymous form',
      routes: ['* /files/upload-form'],
      send: (file) => sendForm('/files/upload-form', file),
    },
    {
      name: 'file request',
      routes: ['PUT /files/uploads/{sessionId}'],
      isReserved: true,
      send: (file) =>
        reserveAndPut(`/api/public/collect/${tokens.collection}/uploads`, visitorsFile(file), file, {
          authorization: '',
        }),
    },
    {
      name: 'upload grant',
      routes: ['PUT /files/uploads/{sessionId}'],
      send: (file) =>
        reserveAndPut('/api/public/grants/uploads', visitorsFile(file), file, {
          authorization: '',
          'x-upload-grant': tokens.grant,
        }),
    },
    {
      name: 'tus of an upload grant',
      routes: ['* /files/tus'],
      send: (file) =>
        sendByTus({ grant: tokens.grant, filename: file.name, filetype: file.type, ...modifiedAtOf(file) }, file, {
          authorization: '',
        }),
    },
    {
      name: 'file request form',
      routes: ['* /files/collect-form'],
      send: (file) => sendForm(`/files/collect-form/${tokens.collection}`, file),
    },
    {
      name: 'shared folder',
      routes: ['PUT /files/uploads/{sessionId}'],
      isReserved: true,
      send: (file) =>
        reserveAndPut(`/api/public/share/${tokens.share}/uploads`, visitorsFile(file), file, { authorization: '' }),
    },
    {
      name: 'shared folder form',
      routes: ['* /files/share-form'],
      send: (file) => sendForm(`/files/share-form/${tokens.share}`, file),
    },
  ];
}
