import type { IncomingMessage, ServerResponse } from 'node:http';
import { Id, type KeyScope } from '@drive/contract';
import { enterDrives } from '@drive/http-api';
import {
  checksumAlgorithms,
  type Creation,
  methodOf,
  readChecksum,
  readCreation,
  requireWholeBytes,
  toSessionMetadata,
  tusVersion,
} from '@drive/upload-protocol';
import { ERRORS, Server } from '@tus/server';
import type { Caller } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Router } from '../../../platform/http/index.ts';
import { requireDriveRoot } from '../../files/index.ts';
import { tooLong, type Reception } from '../bytes/reception.ts';
import { reserve, type ReserveDeps } from '../sessions/reserve.ts';
import type { Lifecycle, LifecycleDeps } from '../sessions/session-lifecycle.ts';
import { sessionNotFound } from '../sessions/upload-session.ts';
import { handleTus, keepError, type TusExchange } from './tus-exchange.ts';
import { createTusLocker, TusStore } from './tus-store.ts';

type RequireKey = (scope: KeyScope) => Caller;

const path = '/files/tus';
const bodyType = 'application/offset+octet-stream';

/** The headers that @tus/server reads. All others stay outside: it refuses some that proxies set. */
const forwarded = {
  POST: ['content-type', 'content-length', 'upload-length', 'upload-defer-length'],
  PATCH: ['content-type', 'content-length', 'upload-offset'],
} as const;

/** The response headers that the tus handler sets itself. CORS is the router's. */
const answered = /^(?:cache-control|location|tus-|upload-)/;

type TusRoutesDeps = LifecycleDeps &
  ReserveDeps & {
    readonly config: { readonly maxFileBytes: number };
    readonly lifecycle: Lifecycle;
    readonly reception: Reception;
  };

/**
 * The tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload) by @tus/server over our staging. Handled here: the
 * response to other versions, `X-HTTP-Method-Override`, `Upload-Checksum`, `Upload-Expires`, `Upload-Metadata` as the client
 * sent it, the session in it, which may be reserved with the creation, and the error envelope.
 */
export class TusRoutes {
  readonly #deps: TusRoutesDeps;
  readonly #server: Server;

  constructor(deps: TusRoutesDeps) {
    this.#deps = deps;
    this.#server = new Server({
      path,
      datastore: new TusStore(deps, deps),
      locker: createTusLocker(deps),
      // For OPTIONS. The reservation bounds every upload.
      maxSize: (_request, id) => (id === null ? deps.config.maxFileBytes : 0),
      namingFunction: (_request, metadata) => metadata?.['sessionId'] ?? '',
      generateUrl: (_request, { id }) => deps.baseUrl.link(`${path}/${id}`),
      onResponseError: keepError,
    });
  }

  mount(router: Router): void {
    router.mountBytesProtocol(path, async (request, response, requireKey) => {
      response.setHeader('tus-resumable', tusVersion);
      const method = methodOf(request);
      const rest = (request.url ?? '').split('?', 1)[0]?.slice(path.length + 1) ?? '';
      const allowed = rest === '' ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
      if (!allowed.includes(method)) {
        response.setHeader('allow', allowed.join(', '));
        throw new DomainError('method_not_allowed', `This URL accepts ${allowed.join(', ')}.`);
      }
      if (method === 'OPTIONS') return void (await this.#handle(request, response, method));
      if (request.headers['tus-resumable'] !== tusVersion) {
        response.setHeader('tus-version', tusVersion);
        throw new DomainError('unsupported_tus_version', `Send Tus-Resumable: ${tusVersion}.`);
      }
      if (method === 'POST') return this.#create(request, response, requireKey);
      const id = Id.safeParse(rest);
      if (!id.success) throw sessionNotFound();
      await this.#handle(request, response, method, { id: id.data });
    });
  }

  /** The session of a creation, and whether it was reserved with it. */
  async #openSession(creation: Creation, requireKey: RequireKey, origin: string | undefined) {
    if (creation.kind === 'reserved') return { sessionId: creation.sessionId, isNew: false };
    if (creation.kind === 'granted') {
      const { token, upload, tusMetadata } = creation;
      const { sessionId } = await this.#deps.listeners.reserveGranted({ token, upload, origin, tusMetadata });
      return { sessionId, isNew: true };
    }
    const caller = requireKey('files:write');
    const { reader } = this.#deps.database;
    const findRoot = (of: Caller, driveId: string) => requireDriveRoot(reader, of, driveId);
    const request = { params: undefined, query: undefined, body: creation.upload };
    await enterDrives(findRoot, caller, 'body.parentFolderId', request);
    const [reservation] = await reserve(this.#deps, caller, [creation.upload], { tusMetadata: creation.tusMetadata });
    if (reservation === undefined) throw new Error('the reservation returned no upload');
    return { sessionId: reservation.sessionId, isNew: true };
  }

  /** Clients do not know a session whose creation failed, so they cannot send to it or cancel it. */
  async #create(request: IncomingMessage, response: ServerResponse, requireKey: RequireKey): Promise<void> {
    requireBodyType('POST', request);
    readChecksum(request);
    const creation = readCreation(request);
    const { sessionId, isNew } = await this.#openSession(creation, requireKey, request.headers.origin);
    let isAnswered = false;
    try {
      isAnswered = await this.#handle(request, response, 'POST', { sessionId, tusMetadata: creation.tusMetadata });
    } finally {
      if (isNew && !isAnswered) await this.#deps.lifecycle.abandon(sessionId);
    }
  }

  /** Resolves to false if the client disconnects before its body ends. */
  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    { id = '', sessionId = '', tusMetadata }: { id?: string; sessionId?: string; tusMetadata?: string } = {},
  ): Promise<boolean> {
    const headers = new Headers({ 'tus-resumable': tusVersion });
    if (method === 'POST' || method === 'PATCH')
      for (const name of forwarded[method]) {
        const value = request.headers[name];
        if (value !== undefined) headers.set(name, String(value));
      }
    if (method === 'POST') headers.set('upload-metadata', toSessionMetadata(sessionId));
    requireBodyType(method, request);
    const { origin } = request.headers;
    const exchange: TusExchange = { method, body: request, digests: readChecksum(request), origin, tusMetadata };
    // @tus/server takes the id from the path; the host plays no part.
    const answer = await handleTus(this.#server, exchange, `http://localhost${path}/${id}`, headers);

    const { session, ending = 'complete', error } = exchange;
    if (error !== undefined) throw toDomainError(error, exchange);
    // The library's only answer without an error is the one to numbers it cannot read.
    if (answer.status >= 400)
      throw new DomainError('bad_request', 'Upload-Offset and Upload-Length must be whole numbers of bytes.');
    // The client has disconnected or reconnected: no response is needed.
    if (ending !== 'complete') {
      request.destroy();
      return false;
    }
    for (const [name, value] of answer.headers) if (answered.test(name)) response.setHeader(name, value);
    // "If an upload contains additional metadata, responses to HEAD requests MUST include the Upload-Metadata header and its value as
    // specified by the Client during the creation."
    if (method === 'HEAD' && session !== undefined) {
      if (session.tusMetadata === null) response.removeHeader('upload-metadata');
      else response.setHeader('upload-metadata', session.tusMetadata);
    }
    if (method === 'OPTIONS') response.setHeader('tus-checksum-algorithm', checksumAlgorithms.join(','));
    // Visitors cannot ask for the status, and an upload that replaces a file has another id than it was promised.
    if (session?.status === 'COMPLETE') response.setHeader('x-file-id', session.replacedId ?? session.fileId);
    if (session !== undefined && session.status !== 'COMPLETE')
      response.setHeader('upload-expires', new Date(this.#deps.lifecycle.expiresAt(session)).toUTCString());
    response.writeHead(answer.status).end();
    return true;
  }
}

function requireBodyType(method: string, request: IncomingMessage): void {
  if (method !== 'POST' && method !== 'PATCH') return;
  requireWholeBytes(request);
  const type = request.headers['content-type'];
  if (type !== undefined && type !== bodyType) throw wrongType();
}

const wrongType = (): DomainError => new DomainError('unsupported_media_type', `Send the bytes as ${bodyType}.`);

/** A DomainError unchanged; an error of @tus/server as the DomainError with its code. */
function toDomainError(error: unknown, { session, offset }: TusExchange): unknown {
  switch (error) {
    case ERRORS.INVALID_LENGTH:
      return new DomainError('bad_request', 'Send Upload-Length.');
    case ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION:
      return new DomainError('bad_request', 'Upload-Defer-Length is not supported. Send Upload-Length.');
    case ERRORS.MISSING_OFFSET:
      return new DomainError('bad_request', 'Send Upload-Offset.');
    case ERRORS.INVALID_CONTENT_TYPE:
      return wrongType();
    case ERRORS.INVALID_OFFSET:
      return new DomainError('upload_offset_mismatch', `Upload-Offset must be ${offset}.`);
    case ERRORS.ERR_SIZE_EXCEEDED:
      return session === undefined ? error : tooLong(session);
    default:
      return error;
  }
}
