import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPieces } from '../../platform/http/index.ts';
import { contentDisposition, sandbox } from '../downloads/index.ts';
import { alreadyFetched, requireArchive, requireFiles, requireItsShare, type AdmissionDeps } from './admission.ts';
import { createArchiveSource } from './archive-source.ts';
import type { createCount } from './count.ts';
import { createHeldFiles } from './held-files.ts';
import { consumeArchive, type ArchiveRow } from './store.ts';
import { ZipStream } from '@drive/zip';

export interface ServeDeps extends AdmissionDeps {
  readonly count: ReturnType<typeof createCount>;
}

/**
 * Answers GET and HEAD on an archive's address. The first GET consumes it, as soon as the first bytes are there to be
 * sent: before that it is refused or fails without being used up. Whoever loses the connection after that asks for a new
 * address; one that could be gone on with would not be for one download.
 */
export async function serveArchive(
  deps: ServeDeps,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const archive = await requireArchive(deps, token);
  const share = await requireItsShare(deps, archive);
  const parts = createHeldFiles(deps, archive);
  if (request.method === 'HEAD') {
    await requireFiles(deps, archive, share, parts());
    begin(response, archive);
    response.end();
    return;
  }
  const slot =
    share &&
    (await deps.shares.visits.beginDownload(share, {
      key: `archive ${archive.rowId}`,
      bytes: archive.zipBytes,
      totalBytes: archive.zipBytes,
      expiresAt: archive.expiresAt,
    }));
  const progress = { sentBytes: 0 };
  try {
    await requireFiles(deps, archive, share, parts());
    if (await sendZip(deps, archive, parts, response, progress)) await deps.count(archive, share, slot);
  } finally {
    await slot?.release(response.headersSent ? progress.sentBytes : 0);
  }
}

/** True when the last byte has gone out. Adds what it hands over to `progress`. */
async function sendZip(
  deps: ServeDeps,
  archive: ArchiveRow,
  parts: ReturnType<typeof createHeldFiles>,
  response: ServerResponse,
  progress: { sentBytes: number },
): Promise<boolean> {
  const { database, clock } = deps;
  const source = createArchiveSource(deps, parts);
  const zip = new ZipStream(source.list);
  try {
    return await sendPieces(
      response,
      async (buffer) => {
        const bytes = await zip.fill(buffer);
        progress.sentBytes += bytes;
        return bytes;
      },
      async () => {
        // Of two that come at once one is let through.
        if (!(await database.write((tx) => consumeArchive(tx, archive.rowId, clock.now())))) throw alreadyFetched();
        begin(response, archive);
      },
    );
  } finally {
    await zip.close();
    await source.close();
  }
}

function begin(response: ServerResponse, { name, zipBytes }: ArchiveRow): void {
  response.writeHead(200, {
    'content-type': 'application/zip',
    'content-length': zipBytes,
    'content-disposition': contentDisposition('attachment', name),
    'content-security-policy': sandbox,
    'accept-ranges': 'none',
    'cache-control': 'private, no-store',
  });
}
