import type { IncomingMessage, ServerResponse } from 'node:http';
import { minuteMs } from '@drive/base';
import { limits } from '@drive/contract';
import { contentDisposition, sandbox, sendContent, type Body } from '@drive/http-api';
import { sendPieces, type Validators } from '@drive/node-http';
import { ZipStream } from '@drive/zip';
import { requirePerson } from '../links/index.ts';
import {
  alreadyFetched,
  requireArchive,
  requireEntries,
  requireOpenShare,
  type AdmissionDeps,
} from './archive-admission.ts';
import { createArchiveSource, createEntryList, type ArchiveSource } from './archive-source.ts';
import { consumeArchive, type ArchiveRow } from './archive-store.ts';
import type { createCount } from './count-archive.ts';

export type ServeDeps = AdmissionDeps & { readonly beginDelivery: ReturnType<typeof createCount> };

/** The URL is consumed when the first bytes are ready to be sent; an interrupted download needs a new URL. */
export function serveArchive(
  deps: ServeDeps,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return sendContent(deps.clock, request, response, async () => {
    const archive = await requireArchive(deps, token);
    const share = await requireOpenShare(deps, archive);
    if (share !== undefined) requirePerson(request);
    const parts = createEntryList(deps, archive);
    return {
      key: token,
      validators: validatorsOf(archive),
      headers: {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', archive.name),
        'content-security-policy': sandbox,
        'cache-control': 'private, no-store',
      },
      // A range would consume the archive like the whole.
      bytes: undefined,
      check: async () => {
        await requireEntries(deps, archive, share, parts());
        return archive.zipBytes;
      },
      open: async () => {
        await requireEntries(deps, archive, share, parts());
        return new ZipBody(deps, archive, createArchiveSource(deps, parts));
      },
      admit: () => deps.beginDelivery(archive, share, response),
    };
  });
}

/**
 * The bytes of an archive are fixed when it is created. No row says when that was: the longest life of an archive before its end is not
 * later.
 */
const validatorsOf = ({ tokenHash, expiresAt }: ArchiveRow): Validators => ({
  etag: `"${tokenHash.slice(0, etagCharacters)}"`,
  lastModified: expiresAt - Math.max(limits.archiveMinutes, limits.exportMinutes) * minuteMs,
});
const etagCharacters = 16;

class ZipBody implements Body {
  readonly bytes: number;
  readBytes = 0;
  readonly #deps: ServeDeps;
  readonly #archive: ArchiveRow;
  readonly #source: ArchiveSource;
  readonly #zip: ZipStream;

  constructor(deps: ServeDeps, archive: ArchiveRow, source: ArchiveSource) {
    this.#deps = deps;
    this.#archive = archive;
    this.#source = source;
    this.#zip = new ZipStream(source.list);
    this.bytes = archive.zipBytes;
  }

  send(response: ServerResponse, begin: () => void): Promise<boolean> {
    const fill = async (buffer: Buffer): Promise<number> => {
      const bytes = await this.#zip.fill(buffer);
      this.readBytes += bytes;
      return bytes;
    };
    return sendPieces(response, fill, async () => {
      await this.#consume();
      begin();
    });
  }

  /** Only one of two concurrent requests succeeds. */
  async #consume(): Promise<void> {
    const { database, clock } = this.#deps;
    if (!(await database.write((tx) => consumeArchive(tx, this.#archive.rowId, clock.now())))) throw alreadyFetched();
  }

  async close(): Promise<void> {
    await this.#zip.close();
    await this.#source.close();
  }
}
