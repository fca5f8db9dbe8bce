import { findSigned } from '@drive/base';
import { findMetadataFault, type NewGrantedUpload, type UploadReservation } from '@drive/contract';
import { withOrigin } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { secretIdOf } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files, GivenAnnotations } from '../files/index.ts';
import {
  checkUpload,
  preconditionOf,
  sessionExpired,
  type GrantedUpload,
  type UploadEnd,
  type UploadPermission,
  type Uploads,
  type UploadToReserve,
  type VisitorOwner,
} from '../uploads/index.ts';
import { findGiven, findGrant, givePlaceBack, renewTokenHash, takePlace, type GrantRow } from './grant-store.ts';

export type GrantedUploadsDeps = Pick<Ports, 'database' | 'clock' | 'secrets' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
};

/** An upload to reserve, whose answer `remember` stores in the transaction that reserves it. */
export interface AskedUpload extends Omit<GrantedUpload, 'token'> {
  /** undefined: the request has none. */
  readonly token: string | undefined;
  readonly remember?: (tx: Tx, reservation: UploadReservation) => Promise<void>;
}

/** The folder and the owner of what a grant receives. */
interface Target {
  readonly owner: VisitorOwner;
  readonly folderRowId: number;
}

const tokenPattern = /^upg_[\w-]{40}$/;

/** What the holders of upload grants do. */
export class GrantedUploads {
  readonly #deps: GrantedUploadsDeps;

  constructor(deps: GrantedUploadsDeps) {
    const { uploads, database } = deps;
    this.#deps = deps;
    uploads.onGranted((granted) => this.reserve(granted));
    uploads.onEnd('grant', (tx, end) => this.#onEnd(tx, end));
    uploads.onBytes('grant', {
      require: ({ origin: { id } }, origin) => this.#permission(id ?? '', origin),
      listTypes: async ({ origin: { id } }) => (await findGrant(database.reader, id ?? ''))?.allowedTypes ?? null,
    });
  }

  /** Throws the refusals of the grant and of `checkUpload`. */
  async reserve({ token, origin, upload, tusMetadata, remember }: AskedUpload): Promise<UploadReservation> {
    const { database, uploads, clock } = this.#deps;
    const { id } = await this.#requireOpen(database.reader, token, origin);
    return withOrigin({ kind: 'grant', id }, () =>
      database.write(async (tx) => {
        const grant = await this.#requireOpen(tx, token, origin);
        await this.#renewHash(tx, grant, token);
        const { owner, folderRowId } = await this.#targetOf(tx, grant);
        const wanted = {
          ...toReserve(grant, upload),
          folderRowId,
          rootId: grant.rootId,
          ...(tusMetadata === undefined ? {} : { tusMetadata }),
        };
        checkUpload([wanted], { rules: owner.rules });
        const [reservation] = await uploads.reserve(tx, owner, [wanted]);
        if (reservation === undefined) throw new Error('the reservation returned no upload');
        // After the reservation, which locks the owner's usage row: the end of an upload locks both in this order, too.
        if (!(await takePlace(tx, grant.rowId, upload.sizeBytes, clock.now()))) {
          await this.#requireOpen(tx, token, origin);
          throw exhausted(grant);
        }
        await remember?.(tx, reservation);
        return reservation;
      }),
    );
  }

  async #requireOpen(reader: Reader, token = '', origin: string | undefined): Promise<GrantRow> {
    const { clock, secrets } = this.#deps;
    const now = clock.now();
    const isPossible = tokenPattern.test(token);
    const grant = isPossible
      ? await findSigned(secrets, ['upload-grant', token], (tokenHash) => findGiven(reader, { tokenHash }, now))
      : undefined;
    if (grant === undefined)
      throw new DomainError(
        'grant_invalid',
        'This upload grant is unknown or revoked. Ask the application for another.',
      );
    requireOrigin(grant, origin);
    if (grant.expiresAt <= now)
      throw new DomainError('grant_expired', 'This upload grant has expired. Ask the application for another.');
    return grant;
  }

  /** Replaces a hash of the previous master secret. */
  async #renewHash(tx: Tx, { rowId }: GrantRow, token = ''): Promise<void> {
    const { secrets } = this.#deps;
    const [to, from] = secrets.signatures('upload-grant', token);
    if (from !== undefined) await renewTokenHash(tx, rowId, { from, to, secretId: secretIdOf(secrets) });
  }

  async #targetOf(tx: Tx, grant: GrantRow): Promise<Target> {
    const { accounts, files } = this.#deps;
    const { ownerId, folderId, rootId, id } = grant;
    const account = await accounts.findLinkHolder(tx, ownerId);
    const folderRowId = folderId === null ? await files.ensureRoot(tx, ownerId) : await this.#findFolder(tx, grant);
    if (account === undefined || folderRowId === undefined)
      throw new DomainError('folder_not_found', 'The folder of this upload grant is in the trash or deleted.');
    const root = rootId === null ? undefined : await files.findFolder(tx, ownerId, rootId);
    if (rootId !== null && (root === undefined || !(await files.isWithin(tx, folderRowId, root.rowId))))
      throw new DomainError(
        'folder_not_found',
        'The folder of this upload grant was moved to where it may not be used.',
      );
    const { maxFileBytes, quotaBytes } = accounts.limitsOf(account);
    const rules = {
      maxFileBytes: Math.min(maxFileBytes, grant.maxFileBytes ?? Infinity),
      allowedTypes: grant.allowedTypes,
      storageOf: 'requester' as const,
    };
    // Reservations are limited by grant, not by network: behind one network there may be all users of an application.
    return { owner: { userId: ownerId, quotaBytes, rules, clientNetwork: `grant ${id}` }, folderRowId };
  }

  async #findFolder(reader: Reader, { ownerId, folderId }: GrantRow): Promise<number | undefined> {
    return folderId === null ? undefined : (await this.#deps.files.findFolder(reader, ownerId, folderId))?.rowId;
  }

  /** Of an upload that has begun: the expiry of the grant does not end it. */
  async #permission(id: string, origin: string | undefined): Promise<UploadPermission> {
    const { database, clock } = this.#deps;
    const read = async (): Promise<GrantRow> => {
      const grant = await findGiven(database.reader, { id }, clock.now());
      if (grant === undefined) throw sessionExpired();
      return grant;
    };
    const grant = await read();
    requireOrigin(grant, origin);
    return { allowedTypes: grant.allowedTypes, require: async () => void (await read()) };
  }

  async #onEnd(tx: Tx, end: UploadEnd): Promise<void> {
    const { clock, events, files } = this.#deps;
    const id = end.origin.id ?? '';
    if (end.status === 'FAILED') return givePlaceBack(tx, id, end.sizeBytes);
    // A grant that was taken back while the last bytes arrived.
    const grant = await findGiven(tx, { id }, clock.now());
    if (grant === undefined) throw sessionExpired();
    const file = await files.findFile(tx, end.replacedId ?? end.fileId);
    if (file === undefined) throw new Error('the file just added is missing');
    events.publish(tx, {
      type: 'upload.completed',
      userId: grant.ownerId,
      data: { ...files.changes.describeFile(file), grant_id: grant.id, grant_data: grant.data },
      item: { id: file.id, name: file.name, folderRowId: file.parentRowId },
    });
  }
}

/** A program sends no origin. */
function requireOrigin({ allowedOrigins }: GrantRow, origin: string | undefined): void {
  if (allowedOrigins === null || origin === undefined || allowedOrigins.includes(origin.toLowerCase())) return;
  throw new DomainError(
    'origin_not_allowed',
    `Pages of ${origin.slice(0, maxShownCharacters)} may not use this upload grant: its allowedOrigins do not name their origin.`,
  );
}
const maxShownCharacters = 300;

function toReserve(grant: GrantRow, upload: NewGrantedUpload): Omit<UploadToReserve, 'folderRowId'> {
  if (upload.ifMatch !== undefined && grant.onConflict !== 'replace')
    throw invalid('ifMatch', 'replaces a file: this upload grant does not have onConflict replace');
  return {
    fileName: upload.fileName,
    contentType: upload.contentType,
    sizeBytes: upload.sizeBytes,
    modifiedAt: upload.modifiedAt,
    annotations: annotationsFor(grant, upload),
    onConflict: grant.onConflict,
    precondition: preconditionOf(upload),
    purpose: 'grant',
    share: grant.isShared ? { publicListing: false } : undefined,
  };
}

/** The keys of the grant win over those of the upload. */
function annotationsFor({ annotations }: GrantRow, upload: NewGrantedUpload): GivenAnnotations | null {
  if (upload.metadata === undefined) return annotations;
  const metadata = { ...upload.metadata, ...annotations?.metadata };
  const fault = findMetadataFault(metadata);
  if (fault !== undefined) throw invalid('metadata', `${fault}, together with that of the upload grant`);
  return { ...annotations, metadata };
}

const invalid = (field: string, message: string): DomainError =>
  new DomainError('validation_failed', `The field ${field} ${message}.`, {
    issues: [{ field, message, code: 'invalid' }],
  });

const exhausted = ({ maxFiles, maxTotalBytes }: GrantRow): DomainError =>
  new DomainError(
    'grant_exhausted',
    `This upload grant accepts at most ${maxFiles === 1 ? '1 file' : `${maxFiles} files`}${
      maxTotalBytes === null ? '' : ` and ${maxTotalBytes} bytes together`
    }. Ask the application for another.`,
  );
