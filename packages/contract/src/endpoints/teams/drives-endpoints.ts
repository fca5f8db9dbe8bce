import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { featureLimits } from '../../feature-limits.ts';
import { Id } from '../../schemas/primitives.ts';
import { NewTeamDrive, TeamDrive, TeamDriveChange, TeamDriveList } from '../../schemas/teams/drives-schemas.ts';

const drives = { tag: 'Team drives', auth: 'required', scope: 'shares' } as const;
const byId = { ...drives, params: z.object({ id: Id }), unknownParam: 'drive_not_found' } as const;
const described = (description: string) => ({ description, schema: TeamDrive });

export const listDrives = endpoint({
  ...drives,
  id: 'listDrives',
  scope: 'files:read',
  method: 'GET',
  path: '/api/drives',
  summary: 'List team drives',
  description: 'Lists the drives on which the caller was given a role, directly or as a member of a group.',
  responses: { 200: { description: 'The drives.', schema: TeamDriveList } },
  errors: [],
});

export const createDrive = endpoint({
  ...drives,
  id: 'createDrive',
  method: 'POST',
  path: '/api/drives',
  summary: 'Create a team drive',
  description: `The caller becomes its manager. \`DRIVE_TEAM_DRIVES\` says who may: administrators, everybody or nobody. At most ${featureLimits.teamDrive.calls} an hour.`,
  body: NewTeamDrive,
  idempotency: 'replay',
  responses: { 201: described('The drive.') },
  errors: ['access_denied', 'name_conflict', 'too_many_requests'],
});

export const getDrive = endpoint({
  ...byId,
  id: 'getDrive',
  scope: 'files:read',
  method: 'GET',
  path: '/api/drives/{id}',
  summary: 'Get a team drive',
  responses: { 200: described('The drive.') },
  errors: [],
});

export const updateDrive = endpoint({
  ...byId,
  id: 'updateDrive',
  method: 'PATCH',
  path: '/api/drives/{id}',
  summary: 'Change a team drive',
  description: 'Needs the role `manager`.',
  body: TeamDriveChange,
  responses: { 200: described('The changed drive.') },
  errors: ['access_denied', 'name_conflict'],
});

export const deleteDrive = endpoint({
  ...byId,
  id: 'deleteDrive',
  method: 'DELETE',
  path: '/api/drives/{id}',
  summary: 'Delete a team drive',
  description:
    'Needs the role `manager`. Nobody reaches the drive any more. Administrators can restore it as long as the trash is kept; then it is deleted permanently.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: ['access_denied'],
});
