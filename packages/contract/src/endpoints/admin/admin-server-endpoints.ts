import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { featureLimits } from '../../feature-limits.ts';
import { limits } from '../../limits.ts';
import { AdminSetting, NewTestMail, StatsHistory, TestMail } from '../../schemas/admin-server-schemas.ts';
import { QueryPositive } from '../../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;

export const listSettings = endpoint({
  ...admin,
  id: 'listSettings',
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'List the settings of the server',
  description:
    'Returns the effective settings as the running server has read them, and where each comes from. Settings are changed on the server, which reads them when it starts.',
  responses: { 200: { description: 'All settings.', schema: z.array(AdminSetting) } },
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
