import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { featureLimits } from '../../feature-limits.ts';
import { limits } from '../../limits.ts';
import {
  NewTestMail,
  SettingsChange,
  SettingsList,
  StatsHistory,
  TestMail,
} from '../../schemas/admin-server-schemas.ts';
import { QueryPositive } from '../../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;

export const listSettings = endpoint({
  ...admin,
  id: 'listSettings',
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'List the settings of the server',
  description:
    'Returns the effective settings and where each comes from. Those that are `editable` can be changed while the server runs.',
  responses: { 200: { description: 'All settings.', schema: SettingsList } },
  errors: [],
});

export const updateSettings = endpoint({
  ...admin,
  id: 'updateSettings',
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Change settings of the server',
  description:
    'Saves values, which take effect without a restart: at once on the server that answers, and within five seconds on others. All changes of a request are saved, or none. The last request that changes a setting wins. A setting that a flag, the environment or `drive.config.json` sets, or that is read only at the start, is refused with 400 `validation_failed`, as is a value that does not fit.',
  body: SettingsChange,
  bodyBytes: limits.jsonBodyBytes,
  responses: { 200: { description: 'All settings, after the change.', schema: SettingsList } },
  errors: [],
});

export const sendTestMail = endpoint({
  ...admin,
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/admin/test-mail',
  summary: 'Send a test email',
  description: `Sends an email while the request waits, and returns what the mail server answered. Without \`DRIVE_SMTP_URL\`, \`delivery\` is \`outbox\` and the email is only written to a file. At most ${featureLimits.testMail.calls} per hour and user.`,
  body: NewTestMail,
  bodyOptional: true,
  responses: { 200: { description: 'The outcome, also if the mail server refused the email.', schema: TestMail } },
  errors: ['too_many_requests'],
});

export const getStatsHistory = endpoint({
  ...admin,
  id: 'getStatsHistory',
  method: 'GET',
  path: '/api/admin/stats/history',
  summary: 'Get server statistics over time',
  description: `Periods have an hour; six hours above 7 days, and a day above 42. They are kept for ${limits.statsHistoryDays} days. Times are in UTC.`,
  query: z.object({
    days: QueryPositive.refine((days) => days <= limits.statsHistoryDays, `must be at most ${limits.statsHistoryDays}`)
      .meta({ type: 'integer', minimum: 1, maximum: limits.statsHistoryDays })
      .default(7)
      .describe('Number of days until now.'),
  }),
  responses: { 200: { description: 'The statistics by period.', schema: StatsHistory } },
  errors: [],
});
