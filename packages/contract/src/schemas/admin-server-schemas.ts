import * as z from 'zod';
import { Email } from '../emails.ts';
import { Bytes, MailDelivery, omittable, Timestamp } from './primitives.ts';

export const settingSources = ['flag', 'environment', 'drive.config.json', 'default'] as const;

export const AdminSetting = z
  .object({
    name: z.string().describe('Name of the environment variable, for example `DRIVE_BASE_URL`.'),
    meaning: z.string().describe('Effect of the setting, in English.'),
    value: z
      .string()
      .nullable()
      .describe('Effective value as text. Secrets are `********`. `null`: not set, and there is no default.'),
    default: z.string().nullable().describe('Default as text. `null`: none, or `meaning` describes it.'),
    source: z
      .enum(settingSources)
      .describe('Source of the value: a flag of the command line, the environment, the file, or the default.'),
  })
  .meta({ id: 'AdminSetting', description: 'A setting of the server, as `drive-server config --json` prints it.' });
export type AdminSetting = z.infer<typeof AdminSetting>;

export const NewTestMail = z
  .strictObject({ to: omittable(Email).describe('Recipient. Default: the address of the caller.') })
  .meta({ id: 'NewTestMail' });
export type NewTestMail = z.infer<typeof NewTestMail>;

export const TestMail = z
  .object({
    to: z.string().describe('Email address of the recipient.'),
    delivery: MailDelivery.describe(
      '`smtp`: the mail server got it. `outbox`: it is only a file in `outbox/` of the data directory, because `DRIVE_SMTP_URL` is not set.',
    ),
    error: z
      .string()
      .nullable()
      .describe('Answer of the mail server, or the reason why it was not reached. `null`: the email was accepted.'),
  })
  .meta({ id: 'TestMail', description: 'Outcome of a test email.' });
export type TestMail = z.infer<typeof TestMail>;

const Count = z.int().min(0);
const unsampled = '`null`: not sampled.';

const StatsPoint = z.object({
  at: Timestamp.describe('Start of the period.'),
  users: Count.nullable().describe(`Accounts at the end of the period. ${unsampled}`),
  files: Count.nullable().describe(`Files at the end of the period, including those in the trash. ${unsampled}`),
  storedBytes: Bytes.nullable().describe(`Bytes of all files at the end of the period. ${unsampled}`),
  freeBytes: Bytes.nullable().describe(`Free space of the file storage at the end of the period. ${unsampled}`),
  dueJobs: Count.nullable().describe(`Jobs that were due at the end of the period. ${unsampled}`),
  failedJobs: Count.nullable().describe(`Jobs that had failed at the end of the period. ${unsampled}`),
  receivedBytes: Bytes.describe('Bytes that the server received in the period.'),
  sentBytes: Bytes.describe('Bytes that the server sent in the period.'),
  deliveredAttempts: Count.describe('Webhook deliveries that succeeded in the period.'),
  failedAttempts: Count.describe('Attempts to deliver to a webhook that failed in the period.'),
});

export const StatsHistory = z
  .object({
    stepSeconds: z.int().min(1).describe('Length of a period: an hour, six hours or a day, by the number of days.'),
    points: z
      .array(StatsPoint)
      .describe('One point for each period in which the server ran, oldest first. The last period is not complete.'),
  })
  .meta({ id: 'StatsHistory', description: 'Statistics of the server over time.' });
export type StatsHistory = z.infer<typeof StatsHistory>;
