import * as z from 'zod';
import { Item } from './items.ts';
import { Bytes, Id, omittable, Pagination, text, Timestamp } from './primitives.ts';
import { limits } from '../limits.ts';

const Count = z.int().min(0);

export const AdminFile = Item.omit({ shareToken: true })
  .extend({
    owner: z
      .object({ id: Id, email: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('null: it was uploaded without an account.'),
    inTrash: z.boolean().describe('By itself or with a folder above it.'),
    quarantinedAt: Timestamp.nullable(),
    quarantineReason: z.string().nullable(),
  })
  .meta({
    id: 'AdminFile',
    description:
      'A file as an administrator sees it, whoever owns it. `previewUrl` is null and there is no share token: what is in it stays its owner’s.',
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
      'Told to the owner. Has no effect on a release.',
    ),
  })
  .meta({ id: 'QuarantineChange', 'x-example': { quarantined: true, reason: 'Reported as malware' } });
export type QuarantineChange = z.infer<typeof QuarantineChange>;

export const JobState = z.enum(['waiting', 'due', 'running', 'failed']);
export type JobState = z.infer<typeof JobState>;

export const AdminJob = z
  .object({
    id: Id,
    name: z.string().describe('What kind of work it is: `files.purge`.'),
    state: JobState.describe(
      '`waiting` for its time, `due` and not begun, `running`, or `failed`: given up after its last attempt.',
    ),
    attempts: Count.describe('Begun so far; a sweep that went well begins at 0 again.'),
    createdAt: Timestamp,
    runAt: Timestamp.describe('When it is due; while it runs, until when it is left to whoever runs it.'),
    failedAt: Timestamp.nullable().describe('When it was given up.'),
    lastError: z.string().nullable().describe('Of the last attempt that failed.'),
  })
  .meta({ id: 'AdminJob', description: 'A piece of work behind the requests. What it works on is not told.' });
export type AdminJob = z.infer<typeof AdminJob>;

export const AdminJobPage = z.object({ jobs: z.array(AdminJob), pagination: Pagination }).meta({ id: 'AdminJobPage' });
export type AdminJobPage = z.infer<typeof AdminJobPage>;

const PlanStats = z.object({ users: Count, files: Count, storedBytes: Bytes });

export const AdminStats = z
  .object({
    countedAt: Timestamp.describe('Counts of large tables are up to a minute older.'),
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
    sessions: Count.describe('Signed-in browsers.'),
    apiKeys: Count.describe('Keys that are not revoked.'),
    files: z.object({
      total: Count.describe('With those in the trash.'),
      anonymous: Count.describe('Of these, uploaded without an account.'),
      quarantined: Count,
    }),
    storage: z.object({
      storedBytes: Bytes.describe('Of all files, with those in the trash, and of pastes.'),
      trashBytes: Bytes,
      reservedBytes: Bytes.describe('Promised to open uploads.'),
      anonymousBytes: Bytes.describe('Of the stored ones.'),
      freeBytes: Bytes.describe('Room for more where the bytes of files are.'),
    }),
    uploads: z.object({ open: Count }),
    shares: z.object({
      active: Count,
      public: Count.describe('Of these, listed for everybody.'),
      protected: Count.describe('Of these, with a password.'),
    }),
    jobs: z.object({
      waiting: Count,
      due: Count,
      running: Count,
      failed: Count,
      oldestDueSeconds: Count.describe('How long the job that is due longest has waited.'),
    }),
    deliveries: z.object({
      webhooks: Count.describe('Webhooks that are enabled.'),
      pending: Count.describe('Deliveries that wait for an attempt.'),
      oldestDueSeconds: Count,
    }),
  })
  .meta({ id: 'AdminStats', description: 'The whole server on one screen.' });
export type AdminStats = z.infer<typeof AdminStats>;
