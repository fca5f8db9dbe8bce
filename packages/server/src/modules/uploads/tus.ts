import type { IncomingMessage, ServerResponse } from 'node:http';
import { Id } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import { announcedBytes } from './byte-routes.ts';
import type { Lifecycle } from './lifecycle.ts';
import { sessionNotFound, type Session } from './session.ts';
import {
  checksumAlgorithms,
  findByteCount,
  findChecksum,
  metadataOf,
  methodOf,
  requireSessionId,
  tusExtensions,
  tusVersion,
} from './tus-headers.ts';
import type { Progress, TusUploads } from './tus-upload.ts';

export interface TusDeps {
  readonly uploads: TusUploads;
  readonly lifecycle: Lifecycle;
  readonly config: {
    readonly baseUrl: string;
    /** The most any plan allows a file to have. */
    readonly maxFileBytes: number;
  };
}

const path = '/files/tus';
const bodyType = 'application/offset+octet-stream';

/** The tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): each method reads its headers and answers with headers. */
export function mountTus(router: Router, { uploads, lifecycle, config }: TusDeps): void {
  const expiry = (session: Session): Record<string, string> =>
    session.status === 'COMPLETE' ? {} : { 'upload-expires': new Date(lifecycle.expiresAt(session)).toUTCString() };

  function options(response: ServerResponse): void {
    response.writeHead(204, {
      'tus-version': tusVersion,
      'tus-extension': tusExtensions,
      'tus-checksum-algorithm': checksumAlgorithms.join(','),
      'tus-max-size': config.maxFileBytes,
    });
    response.end();
  }

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['upload-defer-length'] !== undefined)
      throw new DomainError('bad_request', 'The length is known: send Upload-Length.');
    const sizeBytes = findByteCount(request, 'upload-length');
    if (sizeBytes === undefined) throw new DomainError('bad_request', 'Send Upload-Length.');
    const id = requireSessionId(request);
    const piece = request.headers['content-type'] === undefined ? undefined : requirePiece(request);
    const progress = await uploads.create(id, sizeBytes, piece);
    answer(request, response, 201, progress, {
      location: `${config.baseUrl}${path}/${id}`,
      ...(piece === undefined ? {} : { 'upload-offset': progress.offset }),
    });
  }

  async function append(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const piece = requirePiece(request);
    const offset = findByteCount(request, 'upload-offset');
    if (offset === undefined) throw new DomainError('bad_request', 'Send Upload-Offset.');
    const progress = await uploads.append(id, { ...piece, offset });
    answer(request, response, 204, progress, { 'upload-offset': progress.offset });
  }

  async function find(response: ServerResponse, id: string): Promise<void> {
    const { session, offset } = await uploads.find(id);
    response.writeHead(200, {
      ...expiry(session),
      'upload-offset': offset,
      'upload-length': session.sizeBytes,
      'upload-metadata': metadataOf(id),
    });
    response.end();
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    { session, ending }: Progress,
    headers: Record<string, string | number>,
  ): void {
    // Nobody listens any more, or must be made to notice that nobody does.
    if (ending !== 'complete') return void request.destroy();
    response.writeHead(status, { ...headers, ...expiry(session) }).end();
  }

  router.mountBytesProtocol(path, async (request, response) => {
    response.setHeader('tus-resumable', tusVersion);
    const method = methodOf(request);
    const rest = (request.url ?? '').split('?', 1)[0]?.slice(path.length + 1) ?? '';
    const allowed = rest === '' ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
    if (!allowed.includes(method)) {
      response.setHeader('allow', allowed.join(', '));
      throw new DomainError('method_not_allowed', `This address takes ${allowed.join(', ')}.`);
    }
    if (method === 'OPTIONS') return options(response);
    if (request.headers['tus-resumable'] !== tusVersion) {
      response.setHeader('tus-version', tusVersion);
      throw new DomainError('unsupported_tus_version', `Send Tus-Resumable: ${tusVersion}.`);
    }
    if (method === 'POST') return create(request, response);
    const id = Id.safeParse(rest);
    if (!id.success) throw sessionNotFound();
    if (method === 'PATCH') return append(request, response, id.data);
    if (method === 'HEAD') return find(response, id.data);
    await lifecycle.cancel(id.data);
    response.writeHead(204).end();
  });
}

function requirePiece(request: IncomingMessage) {
  if (request.headers['content-type'] !== bodyType)
    throw new DomainError('unsupported_media_type', `Send the bytes as ${bodyType}.`);
  return { stream: request, announcedBytes: announcedBytes(request), checksum: findChecksum(request) };
}
