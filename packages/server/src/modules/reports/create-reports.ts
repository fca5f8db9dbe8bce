import { paginationOf, readPage, type PageRequest } from '@drive/base';
import type { NewReport, Pagination } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  countReports,
  deleteReport,
  deleteReportsOfFile,
  insertReport,
  listReportRows,
  reportsOfOwner,
  type ReportRow,
} from './report-store.ts';

export type ReportsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit'> & {
  readonly featureLimiter: FeatureLimiter;
};

/** Reports of visitors about shares, for administrators. */
export interface Reports {
  /**
   * The caller must already have authorized access to the share and the file. `shareRowId` is shares.row_id; `fileId` null
   * means everything at the link. Throws `too_many_requests`.
   */
  add(
    about: { readonly shareRowId: number; readonly fileId: string | null; readonly network: string },
    report: NewReport,
  ): Promise<void>;
  list(page: PageRequest): Promise<{ readonly reports: readonly ReportRow[]; readonly pagination: Pagination }>;
  /** Throws `report_not_found`. */
  close(caller: Caller, id: string): Promise<void>;
  closeOfFile(tx: Tx, fileId: string): Promise<void>;
  /** Deletes the reports about the shares of a deleted account (users.row_id). Idempotent. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
}

export function createReports({ database, clock, random, audit, featureLimiter }: ReportsDeps): Reports {
  return {
    add: async ({ shareRowId, fileId, network }, { reason, message, email }) => {
      await featureLimiter.consume('report', network);
      await featureLimiter.consume('shareReports', String(shareRowId));
      const report = {
        id: random.uuid(),
        shareRowId,
        fileId,
        reason,
        message: message === undefined || message === '' ? null : message,
        email: email ?? null,
        createdAt: clock.now(),
      };
      await database.write((tx) => insertReport(tx, report));
    },

    list: async (page) => {
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => listReportRows(database.reader, slice),
        ({ rowId }) => [rowId],
      );
      return { reports: rows, pagination: paginationOf(page, await countReports(database.reader), nextCursor) };
    },

    close: (caller, id) =>
      database.write(async (tx) => {
        if (!(await deleteReport(tx, id)))
          throw new DomainError(
            'report_not_found',
            'There is no such report. Another administrator may have closed it.',
          );
        await audit.record(tx, { action: 'report.closed', actor: caller, target: { kind: 'report', id } });
      }),

    closeOfFile: deleteReportsOfFile,
    eraseOwner: async (ownerId, signal) => {
      await deleteInBatches(database, signal, reportsOfOwner(ownerId));
    },
  };
}
