import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { featureLimits } from '../feature-limits.ts';
import { Id, pageQuery, PathText } from '../schemas/primitives.ts';
import { NewReport, ReportPage } from '../schemas/reports-schemas.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;

export const reportShare = endpoint({
  tag: 'Public',
  auth: 'public',
  scope: 'none',
  id: 'reportShare',
  method: 'POST',
  path: '/api/public/share/{token}/reports',
  summary: 'Report a share',
  description: `Reports to the administrators of the server that something is wrong with the shared files. The owner is not told. At most ${featureLimits.report.calls} per hour and network, and ${featureLimits.shareReports.calls} per day and share.`,
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
  body: NewReport,
  responses: { 204: { description: 'Reported.', schema: null } },
  errors: [
    'share_not_found',
    'share_expired',
    'share_limit_reached',
    'file_quarantined',
    'share_locked',
    'file_not_found',
    'too_many_requests',
  ],
});

export const listReports = endpoint({
  ...admin,
  id: 'listReports',
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'List open reports',
  description: 'Returns the reports of visitors that no administrator has closed.',
  query: z.object(pageQuery),
  responses: { 200: { description: 'One page of reports, newest first.', schema: ReportPage } },
  errors: [],
});

export const closeReport = endpoint({
  ...admin,
  id: 'closeReport',
  method: 'DELETE',
  path: '/api/admin/reports/{id}',
  summary: 'Close a report',
  description:
    'Deletes the report and changes nothing else. Reports about a file are also closed when an administrator quarantines or deletes the file.',
  params: z.object({ id: Id }),
  unknownParam: 'report_not_found',
  responses: { 204: { description: 'Closed.', schema: null } },
  errors: [],
});
