import { endpoints } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { FileRow } from '../files/index.ts';
import { createArchive, type CreateDeps } from './create-archive.ts';
import { serveArchive, type ServeDeps } from './serve.ts';

export function mountArchives(router: Router, deps: CreateDeps & ServeDeps): void {
  router.mount(endpoints.createArchive, async ({ caller, body }) => {
    const wanted = await requireOwnFiles(deps, caller.userId, new Set(body.fileIds));
    return createArchive(deps, {
      ownerId: caller.userId,
      share: null,
      entries: [wanted.map((file) => ({ file, folderNames: [] }))],
    });
  });

  router.mountBytes(endpoints.downloadArchive, ({ params, request, response }) =>
    serveArchive(deps, params.token, request, response),
  );
}

/** In the order they were asked for; all of them or none. */
async function requireOwnFiles(
  { database, files }: Pick<ServeDeps, 'database' | 'files'>,
  ownerId: number,
  ids: ReadonlySet<string>,
): Promise<FileRow[]> {
  const found = new Map((await files.listFiles(database.reader, [...ids])).map((file) => [file.id, file]));
  return [...ids].map((id) => {
    const file = found.get(id);
    if (file === undefined || file.ownerId !== ownerId || file.isFolder || file.state !== 'alive')
      throw new DomainError(
        'access_denied',
        'An archive takes files of yours that are not in the trash; one of these is none.',
      );
    return file;
  });
}
