import * as z from 'zod';
import { limits } from '../limits.ts';
import { Item } from './items-schemas.ts';
import { Bytes, Id, omittable, Pagination, text, Timestamp } from './primitives.ts';

const Count = z.int().min(0);

export const FileOwner = z.object({ id: Id, email: z.string(), name: z.string().nullable() });

export const AdminFile = Item.omit({ shareToken: true, publicUrl: true })
  .extend({
    owner: FileOwner.nullable().describe(
      '`null` if the file was uploaded without an account, or is in a team drive (`driveId`).',
    ),
    inTrash: z.boolean().describe('Whether the file itself or a folder above it is in the trash.'),
    quarantinedAt: Timestamp.nullable(),
    quarantineReason: z.string().nullable(),
  })
  .meta({
    id: 'AdminFile',
    description:
      'A file of any user as administrators see it. Does not give access to the content: `previewUrl` is `null` and there is no share token.',
  });
export type AdminFile = z.infer<typeof AdminFile>;

export const AdminFilePage = z
  .object({ files: z.array(AdminFile), pagination: Pagination })
  .meta({ id: 'AdminFilePage' });
export type AdminFilePage = z.infer<typeof AdminFilePage>;

export const QuarantineChange = z
  .strictObject({
    quarantined: z.boolean(),
    reason: omittable(text(limits.quarantineReasonCharacters, (raw) => raw.trim())).describe(
      'Reason that is sent to the owner. Ignored if the file is released.',
    ),
  })
  .meta({ id: 'QuarantineChange', 'x-example': { quarantined: true, reason: 'Reported as malware' } });
export type QuarantineChange = z.infer<typeof QuarantineChange>;

export const JobState = z.enum(['waiting', 'due', 'running', 'failed']);
export type JobState = z.infer<typeof JobState>;

export const AdminJob = z
  .object({
    id: Id,
    name: z.string().describe('Kind of the job, for example `files.purge`.'),
    state: JobState.describe(
      '`waiting`: not yet due. `due`: not started. `running`. `failed`: not retried after its last attempt.',
    ),
    attempts: Count.describe('Attempts started so far. Reset to 0 when a periodic job succeeds.'),
    createdAt: Timestamp,
    runAt: Timestamp.describe(
      'When the job is due. While it is running: when its claim expires and the job can be started again.',
    ),
    failedAt: Timestamp.nullable().describe('When the last attempt failed.'),
    lastError: z.string().nullable().describe('Error of the last failed attempt.'),
  })
  .meta({ id: 'AdminJob', description: 'A background job. Its payload is not returned.' });
export type AdminJob = z.infer<typeof AdminJob>;

export const AdminJobPage = z.object({ jobs: z.array(AdminJob), pagination: Pagination }).meta({ id: 'AdminJobPage' });
export type AdminJobPage = z.infer<typeof AdminJobPage>;

const PlanStats = z.object({ users: Count, files: Count, storedBytes: Bytes });

export const AdminStats = z
  .object({
    countedAt: Timestamp.describe('Time of the count. Counts of large tables can be up to a minute older.'),
    server: z.object({
      version: z.string(),
      startedAt: Timestamp,
      database: z.enum(['sqlite', 'postgres']),
    }),
    users: z.object({
      total: Count,
      admins: Count,
      disabled: Count,
      plans: z.object({ free: PlanStats, paid: PlanStats }),
    }),
    sessions: Count.describe('Active browser sessions.'),
    apiKeys: Count.describe('API keys that are not revoked.'),
    files: z.object({
      total: Count.describe('All files, including files in the trash.'),
      anonymous: Count.describe('Files that were uploaded without an account.'),
      quarantined: Count,
    }),
    storage: z.object({
      storedBytes: Bytes.describe('Bytes of all files, including files in the trash, and of pastes.'),
      trashBytes: Bytes.describe('Bytes of files in the trash.'),
      reservedBytes: Bytes.describe('Bytes reserved by open uploads.'),
      anonymousBytes: Bytes.describe('Part of `storedBytes` that was uploaded without an account.'),
      freeBytes: Bytes.describe('Free space of the file storage.'),
    }),
    reports: z.object({ open: Count.describe('Reports of visitors that no administrator has closed.') }),
    uploads: z.object({ open: Count }),
    shares: z.object({
      active: Count,
      public: Count.describe('Active shares with mode PUBLIC.'),
      protected: Count.describe('Active shares with a password.'),
    }),
    jobs: z.object({
      waiting: Count,
      due: Count,
      running: Count,
      failed: Count,
      oldestDueSeconds: Count.describe('Seconds since the oldest due job became due.'),
    }),
    backups: z
      .object({
        everyHours: Count.describe('Hours between two backups.'),
        keep: Count.describe('Number of backups that are kept.'),
        kept: Count.describe('Complete backups that exist.'),
        lastAt: Timestamp.nullable().describe('Time of the newest complete backup. `null`: there is none.'),
        lastBytes: Bytes.nullable().describe('Bytes of the newest complete backup. `null`: there is none.'),
        nextAt: Timestamp.describe('Time from which the next backup is due.'),
        running: z
          .object({
            startedAt: Timestamp,
            copiedBytes: Bytes.describe('Bytes of files that are in the backup so far.'),
            totalBytes: Bytes.describe('Bytes of all files. 0 while the database is copied.'),
          })
          .nullable()
          .describe('The backup that is being written. `null`: none.'),
        failure: z
          .object({ at: Timestamp, message: z.string().describe('The error and the next step.') })
          .nullable()
          .describe('Failure of the last attempt. `null`: it succeeded, or the server has started since.'),
      })
      .nullable()
      .describe('Backups that the server writes by itself (`DRIVE_BACKUP_DIR`). `null`: it writes none.'),
    deliveries: z.object({
      webhooks: Count.describe('Enabled webhooks.'),
      pending: Count.describe('Deliveries waiting for an attempt.'),
      oldestDueSeconds: Count.describe('Seconds since the oldest due delivery became due.'),
    }),
  })
  .meta({ id: 'AdminStats', description: 'Statistics of the server.' });
export type AdminStats = z.infer<typeof AdminStats>;
