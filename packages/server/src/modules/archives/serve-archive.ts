import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZipStream } from '@drive/zip';
import { sendPieces } from '../../platform/http/index.ts';
import { contentDisposition, sandbox } from '../downloads/index.ts';
import {
  alreadyFetched,
  requireArchive,
  requireEntries,
  requireOpenShare,
  type AdmissionDeps,
} from './archive-admission.ts';
import { createArchiveSource, createEntryList } from './archive-source.ts';
import { consumeArchive, type ArchiveRow } from './archive-store.ts';
import type { createCount } from './count-archive.ts';

export type ServeDeps = AdmissionDeps & { readonly count: ReturnType<typeof createCount> };

/** The URL is consumed when the first bytes are ready to be sent; an interrupted download needs a new URL. */
export async function serveArchive(
  deps: ServeDeps,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const archive = await requireArchive(deps, token);
  const share = await requireOpenShare(deps, archive);
  const parts = createEntryList(deps, archive);
  if (request.method === 'HEAD') {
    await requireEntries(deps, archive, share, parts());
    writeHead(response, archive);
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
    await requireEntries(deps, archive, share, parts());
    if (await sendZip(deps, archive, parts, response, progress)) await deps.count(archive, share, slot);
  } finally {
    await slot?.release(response.headersSent ? progress.sentBytes : 0);
  }
}

/** True once the last byte is sent. Adds the bytes passed to the connection to `progress`. */
async function sendZip(
  deps: ServeDeps,
  archive: ArchiveRow,
  parts: ReturnType<typeof createEntryList>,
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
        // Only one of two concurrent requests succeeds.
        if (!(await database.write((tx) => consumeArchive(tx, archive.rowId, clock.now())))) throw alreadyFetched();
        writeHead(response, archive);
      },
    );
  } finally {
    await zip.close();
    await source.close();
  }
}

function writeHead(response: ServerResponse, { name, zipBytes }: ArchiveRow): void {
  response.writeHead(200, {
    'content-type': 'application/zip',
    'content-length': zipBytes,
    'content-disposition': contentDisposition('attachment', name),
    'content-security-policy': sandbox,
    'accept-ranges': 'none',
    'cache-control': 'private, no-store',
  });
}
