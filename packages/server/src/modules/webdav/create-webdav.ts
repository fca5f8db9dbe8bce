import type { IncomingMessage, ServerResponse } from 'node:http';
import { DavError, isQuotaExceeded, mountPaths, sendDavError, type MountPath } from '@drive/webdav-protocol';
import type { Caller } from '../../platform/access/index.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { copyResource } from './copy-resource.ts';
import { DavRequest, type DavDeps } from './dav-request.ts';
import { lockResource, unlockResource } from './lock-methods.ts';
import { deleteExpiredLocks, deleteLocksOf } from './lock-store.ts';
import { dropAllProperties, dropProperties } from './property-bytes.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { readResource } from './read-resource.ts';
import { makeFolder, moveResource, trashResource } from './tree-changes.ts';
import { writeFile } from './write-file.ts';

export interface WebdavDeps extends DavDeps, Pick<Ports, 'jobs'> {
  readonly config: {
    /** Off: the paths answer 404. */
    readonly isOn: boolean;
    readonly sweepMs: number;
  };
}

export interface Webdav {
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

const methods: Readonly<Record<string, (deps: DavDeps, dav: DavRequest) => Promise<void>>> = {
  GET: readResource,
  HEAD: readResource,
  PUT: writeFile,
  DELETE: trashResource,
  MKCOL: makeFolder,
  COPY: copyResource,
  MOVE: moveResource,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  LOCK: lockResource,
  UNLOCK: unlockResource,
};
/** Windows Explorer takes a server for one of WebDAV only if it sends `MS-Author-Via`. */
const davHeaders = { dav: '1, 2', 'ms-author-via': 'DAV' };
const allow = ['OPTIONS', ...Object.keys(methods)].join(', ');

export function createWebdav(deps: WebdavDeps): Webdav {
  const { database, files, jobs, config } = deps;
  jobs.sweep('webdav.locks', config.sweepMs, deleteExpiredLocks);
  files.onPurge((tx, itemRowIds) => dropProperties(deps, tx, itemRowIds));
  return {
    eraseOwner: (ownerId, signal) =>
      deleteInBatches(database, signal, [deleteLocksOf(ownerId), dropAllProperties(deps, ownerId)]),
    routes: (router) => {
      if (!config.isOn) return;
      // Windows Explorer asks the root of the host before it mounts a folder.
      const headers = { ...davHeaders, allow: 'OPTIONS, GET, HEAD' };
      router.page('OPTIONS', '/', () => new Response(null, { headers }));
      for (const mountPath of mountPaths)
        router.mountKeyProtocol(mountPath, async (request, response, caller) => {
          try {
            await handle(deps, { request, response, caller, mountPath });
          } catch (error) {
            const refusal = toDavError(error);
            if (refusal === undefined || response.headersSent) throw error;
            await sendDavError(response, refusal);
          }
        });
    },
  };
}

async function handle(
  deps: DavDeps,
  {
    request,
    response,
    caller,
    mountPath,
  }: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly caller: Caller | undefined;
    readonly mountPath: MountPath;
  },
): Promise<void> {
  const method = request.method ?? '';
  if (method === 'OPTIONS') {
    for (const [name, value] of Object.entries(davHeaders)) response.setHeader(name, value);
    response.setHeader('allow', allow);
    response.writeHead(200, { 'content-length': 0 }).end();
    return;
  }
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined || caller === undefined) {
    response.setHeader('allow', allow);
    throw new DomainError('method_not_allowed', `This URL takes ${allow}.`);
  }
  await run(deps, new DavRequest(deps, { request, response, caller, mountPath }));
}

/** RFC 4331, 6: 507 instead of the API's 409, which would mean a missing folder here. */
function toDavError(error: unknown): DavError | undefined {
  if (error instanceof DavError) return error;
  if (isQuotaExceeded(error)) return new DavError(507, 'quota-not-exceeded');
  return undefined;
}
