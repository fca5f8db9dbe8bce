import { isoTime, minuteMs, optionalIsoTime } from '@drive/base';
import { limits, type NewSubmission, type ProofFile, type PublicProofing, type Submitted } from '@drive/contract';
import { mayDo } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts, LinkHolder } from '../accounts/index.ts';
import type { FileRow, Files, LinkOrigin } from '../files/index.ts';
import { limitGuesses } from '../links/index.ts';
import { insertSubmission, proofingStore, type ProofingRow, type SubmissionRow } from './proofing-store.ts';

export type ProofingVisitorDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
  readonly notifyOwner: (tx: Tx, submission: SubmissionRow, proofing: ProofingRow) => Promise<void>;
};

/** A proofing that can be opened. It may be locked. */
export interface OpenProofing extends ProofingRow {
  readonly owner: LinkHolder;
}

const thumbnailPeriodMs = 15 * minuteMs;

export class ProofingVisitor {
  readonly #deps: ProofingVisitorDeps;

  constructor(deps: ProofingVisitorDeps) {
    this.#deps = deps;
  }

  /** The file of a thumbnail's URL; undefined if the proofing has ended or its password changed. */
  async findProofed(
    reader: Reader,
    { rowId, passwordVersion }: LinkOrigin,
    fileId: string,
  ): Promise<FileRow | undefined> {
    try {
      const proofing = await this.#requireOpen(reader, { rowId });
      if (proofing.passwordVersion !== passwordVersion) return undefined;
      return (await this.#findShown(reader, proofing, [fileId]))[0];
    } catch (error) {
      if (isDomainError(error)) return undefined;
      throw error;
    }
  }

  /** `too_many_requests` after 40 wrong tokens a minute from one network. */
  async open(token: string, clientNetwork: string): Promise<OpenProofing> {
    const { featureLimiter, database } = this.#deps;
    return limitGuesses(featureLimiter, clientNetwork, () => this.#requireOpen(database.reader, { token }));
  }

  async describe(proofing: OpenProofing, isUnlocked: boolean): Promise<PublicProofing> {
    const { token, passwordHash, expiresAt, name, message, owner, maxSelections } = proofing;
    const shared = { token, passwordProtected: passwordHash !== null, expiresAt: optionalIsoTime(expiresAt) };
    if (!isUnlocked) return { ...shared, locked: true };
    const shown = await this.#listShown(this.#deps.database.reader, proofing);
    return {
      ...shared,
      locked: false,
      name,
      message,
      ownerName: owner.name,
      maxSelections,
      files: shown.map((row) => this.#toProofFile(proofing, row)),
    };
  }

  /** Throws `file_not_found` if the proofing does not show one of the files, `too_many_selected`, `too_many_requests`. */
  async submit(proofing: OpenProofing, wanted: NewSubmission, clientNetwork: string): Promise<Submitted> {
    const { featureLimiter, database, clock, random, events, notifyOwner } = this.#deps;
    const { fileIds, clientName = null, clientEmail = null, comment = null } = wanted;
    const budget = `${proofing.rowId} ${clientNetwork}`;
    await featureLimiter.consume('submission', budget);
    try {
      return await database.write(async (tx) => {
        const now = await this.#requireOpen(tx, { rowId: proofing.rowId });
        await this.#requireShown(tx, now, fileIds);
        if (now.maxSelections !== null && fileIds.length > now.maxSelections)
          throw new DomainError(
            'too_many_selected',
            `You selected ${fileIds.length} files; the maximum is ${now.maxSelections}.`,
          );
        const round = await proofingStore.beginRound(tx, now.rowId, clock.now());
        if (round === undefined) throw nothingHere();
        const createdAt = clock.now();
        const id = random.uuid();
        const row = { id, proofingRowId: now.rowId, round, clientName, clientEmail, comment, fileIds, createdAt };
        await insertSubmission(tx, row);
        events.publish(tx, {
          type: 'reproofing.submitted',
          userId: now.ownerId,
          data: {
            proofing_token: now.token,
            proofing_name: now.name,
            file_ids: [...fileIds],
            client_name: clientName,
            comment,
            occurred_at: isoTime(createdAt),
          },
        });
        await notifyOwner(tx, row, now);
        return { id, round, fileIds: [...fileIds], createdAt: isoTime(createdAt) };
      });
    } catch (error) {
      await featureLimiter.refund('submission', budget);
      throw error;
    }
  }

  async #requireOpen(
    reader: Reader,
    by: { readonly token: string } | { readonly rowId: number },
  ): Promise<OpenProofing> {
    const { accounts, files, clock } = this.#deps;
    const row = await proofingStore.find(reader, by);
    const owner = row && (await accounts.findLinkHolder(reader, row.ownerId));
    if (row === undefined || owner === undefined) throw nothingHere();
    if (row.folderId !== null && (await files.findFolder(reader, row.ownerId, row.folderId)) === undefined)
      throw nothingHere();
    if (row.expiresAt !== null && row.expiresAt <= clock.now())
      throw new DomainError('proofing_expired', 'This proofing has ended.');
    return { ...row, owner };
  }

  /** The present files: of a folder its direct files by name, otherwise the named files in their order. */
  async #listShown(reader: Reader, proofing: ProofingRow): Promise<FileRow[]> {
    if (proofing.folderId !== null) return this.#listInFolder(reader, proofing.ownerId, proofing.folderId);
    const ids = await proofingStore.listFiles(reader, proofing.rowId);
    const rows = new Map((await this.#deps.files.listFiles(reader, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []).filter((row) => isShown(row, proofing.ownerId));
  }

  async #listInFolder(reader: Reader, ownerId: number, folderId: string): Promise<FileRow[]> {
    const { files } = this.#deps;
    const folder = await files.findFolder(reader, ownerId, folderId);
    const shown: FileRow[] = [];
    if (folder === undefined) return shown;
    for await (const some of files.filesIn(reader, folder.rowId)) {
      shown.push(...some.filter((row) => isShown(row, ownerId)));
      // The folder may have received more files since the proofing was created.
      if (shown.length >= limits.proofingFiles) break;
    }
    const byName = new Intl.Collator('en', { numeric: true }).compare;
    return shown.slice(0, limits.proofingFiles).toSorted((a, b) => byName(a.name, b.name));
  }

  /** The named files that the proofing shows, without listing a folder. */
  async #findShown(
    reader: Reader,
    { folderId, ownerId, rowId }: ProofingRow,
    fileIds: readonly string[],
  ): Promise<FileRow[]> {
    const named = folderId === null ? new Set(await proofingStore.listFiles(reader, rowId)) : undefined;
    return (await this.#deps.files.listFiles(reader, fileIds)).filter(
      (row) => isShown(row, ownerId) && (named?.has(row.id) ?? row.parentId === folderId),
    );
  }

  async #requireShown(tx: Tx, proofing: ProofingRow, fileIds: readonly string[]): Promise<void> {
    const shown = await this.#findShown(tx, proofing, fileIds);
    if (shown.length < fileIds.length)
      throw new DomainError('file_not_found', 'One of these files is no longer part of this proofing.');
  }

  #toProofFile({ rowId, passwordVersion }: ProofingRow, row: FileRow): ProofFile {
    const { files } = this.#deps;
    const { id, name, mimeType, contentKind } = files.toItem(row);
    const hasThumbnail = row.thumbnailKey !== null && files.heldBackFor(row) === undefined;
    return {
      id,
      name,
      size: row.sizeBytes,
      mimeType,
      contentKind,
      previewUrl: hasThumbnail
        ? files.thumbnailUrl(row, { kind: 'proofing', rowId, passwordVersion }, thumbnailPeriodMs)
        : null,
    };
  }
}

const isShown = (row: FileRow, ownerId: number): boolean =>
  mayDo(ownerId, row, 'share') && !row.isFolder && row.state === 'alive';

const nothingHere = (): DomainError => new DomainError('proofing_not_found', 'There is nothing at this link.');
