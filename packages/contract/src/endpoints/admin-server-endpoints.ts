import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { featureLimits } from '../feature-limits.ts';
import { AdminSetting, NewTestMail, TestMail } from '../schemas/admin-server-schemas.ts';

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
  summary: 'Send a test e-mail',
  description: `Sends an e-mail while the request waits, and returns what the mail server answered. Without \`DRIVE_SMTP_URL\`, \`delivery\` is \`outbox\` and the e-mail is only written to a file. At most ${featureLimits.testMail.calls} per hour and user.`,
  body: NewTestMail,
  bodyOptional: true,
  responses: { 200: { description: 'The outcome, also if the mail server refused the e-mail.', schema: TestMail } },
  errors: ['too_many_requests'],
});
