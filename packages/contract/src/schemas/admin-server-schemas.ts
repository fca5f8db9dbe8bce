import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { Bytes, list, MailDelivery, omittable, text, Timestamp } from './primitives.ts';

export const settingSources = ['flag', 'environment', 'file', 'saved', 'default'] as const;

/** Groups of the settings that administrators can save; `operator` has all others. */
export const settingGroups = [
  'instance',
  'registration',
  'signIn',
  'anonymous',
  'sharing',
  'quotas',
  'retention',
  'mail',
  'operator',
] as const;

const SettingVariable = z.string().describe('Name of the environment variable, for example `DRIVE_BASE_URL`.');

export const AdminSetting = z
  .object({
    name: SettingVariable,
    meaning: z.string().describe('Effect of the setting, in English.'),
    value: z
      .string()
      .nullable()
      .describe('Effective value as text. Secrets are `********`. `null`: not set, and there is no default.'),
    default: z.string().nullable().describe('Default as text. `null`: none, or `meaning` describes it.'),
    source: z
      .enum(settingSources)
      .describe(
        'Source of the value, the first of: a flag of the command line, the environment, `drive.config.json` (`file`), the value that an administrator saved, the default.',
      ),
    editable: z
      .boolean()
      .describe('Whether a value can be saved. `false` also if a flag, the environment or the file sets it.'),
    restart: z.boolean().describe('Whether a change takes effect only when the server starts again.'),
    secret: z.boolean().describe('Whether the value is never shown.'),
    options: z.array(z.string()).nullable().describe('The valid values, if there are few. `null`: any text that fits.'),
    group: z.enum(settingGroups).describe('Group of a setting that can be saved; `operator`: it cannot.'),
  })
  .meta({ id: 'AdminSetting', description: 'A setting of the server, as `drive-server config --json` prints it.' });
export type AdminSetting = z.infer<typeof AdminSetting>;

export const SettingsList = z
  .object({ settings: z.array(AdminSetting).describe('Every setting.') })
  .meta({ id: 'SettingsList' });
export type SettingsList = z.infer<typeof SettingsList>;

export const SettingsChange = z
  .strictObject({
    settings: list(
      z.strictObject({
        name: text(limits.comparedCharacters).describe('Name of the environment variable.'),
        value: text(limits.settingCharacters)
          .nullable()
          .describe('Value as text. `null` deletes the saved value, so that the default counts again.'),
      }),
      { min: 1, max: limits.settingsBatch },
    ).describe('The settings to change. All others keep their values.'),
  })
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.infer<typeof SettingsChange>;

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
