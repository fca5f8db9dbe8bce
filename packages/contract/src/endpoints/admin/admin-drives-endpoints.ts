import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { Id, pageQuery, QueryBoolean, text } from '../../schemas/primitives.ts';
import { AdminTeamDrive, AdminTeamDrivePage } from '../../schemas/teams/drives-schemas.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;
const byId = { ...admin, params: z.object({ id: Id }), unknownParam: 'drive_not_found' } as const;

export const listAllDrives = endpoint({
  ...admin,
  id: 'listAllDrives',
  method: 'GET',
  path: '/api/admin/drives',
  summary: 'List all team drives',
  description: 'Also drives on which the caller has no role.',
  query: z.object({
    ...pageQuery,
    q: text(200).optional().describe('Part of the name.'),
    deleted: QueryBoolean.default(false).describe('`true`: the deleted ones instead of the others.'),
  }),
  responses: { 200: { description: 'One page of drives, by name.', schema: AdminTeamDrivePage } },
  errors: [],
});

export const restoreDrive = endpoint({
  ...byId,
  id: 'restoreDrive',
  method: 'POST',
  path: '/api/admin/drives/{id}/restore',
  summary: 'Restore a deleted team drive',
  description:
    'The members reach it as before. If none of its managers can sign in any more, the caller becomes one. Idempotent.',
  responses: { 200: { description: 'The restored drive.', schema: AdminTeamDrive } },
  errors: ['name_conflict'],
});

export const purgeDrive = endpoint({
  ...byId,
  id: 'purgeDrive',
  method: 'DELETE',
  path: '/api/admin/drives/{id}/permanent',
  summary: 'Permanently delete a deleted team drive',
  description: 'The bytes are deleted in the background. Answers 409 `not_in_trash` if the drive is not deleted.',
  responses: { 204: { description: 'The drive can no longer be restored.', schema: null } },
  errors: ['not_in_trash'],
});
