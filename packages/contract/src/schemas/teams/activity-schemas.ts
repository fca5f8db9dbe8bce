import * as z from 'zod';
import { changedFields, sharedKinds } from '../events-schemas.ts';
import { MemberRole } from '../items-schemas.ts';
import { Id, Timestamp } from '../primitives.ts';

/** The changes of files and folders, which everybody who reaches the item sees. */
export const itemActivityTypes = [
  'file.created',
  'file.replaced',
  'file.updated',
  'file.trashed',
  'file.restored',
  'file.deleted',
  'folder.created',
  'folder.updated',
  'folder.trashed',
  'folder.restored',
  'folder.deleted',
] as const;

/** What else is in an activity, for the owner and managers. */
export const linkActivityTypes = [
  'access.given',
  'access.changed',
  'access.revoked',
  'collect.uploaded',
  'comment.created',
  'reproofing.submitted',
  'share.created',
  'share.updated',
  'share.revoked',
  'share.download',
  'share.download.anonymous',
] as const;

export const activityTypes = [...itemActivityTypes, ...linkActivityTypes] as const;
export type ActivityType = (typeof activityTypes)[number];

export const Actor = z
  .object({
    id: Id.describe('ID of the user.'),
    name: z.string().nullable().describe('Name of the user, if set; `deleted user` once the account is deleted.'),
    deleted: z.boolean().describe('Whether the account is deleted.'),
  })
  .meta({ id: 'Actor', description: 'The user who did something.' });
export type Actor = z.infer<typeof Actor>;

const ActivityDetails = z
  .object({
    changed: z.array(z.enum(changedFields)).optional().describe('Of `*.updated`: what changed.'),
    previousName: z.string().optional().describe('Former name, if it changed.'),
    previousPath: z.string().optional().describe('Former path, if the item was moved; for the owner of the tree only.'),
    linkKind: z.enum(sharedKinds).optional().describe('What the link is of.'),
    linkName: z.string().optional().describe('Name of the link.'),
    mode: z.string().nullable().optional().describe('`PRIVATE`, `SHARED` or `PUBLIC`.'),
    recipient: z
      .string()
      .nullable()
      .optional()
      .describe('Email address of the recipient who downloaded. `null` for a visitor without a personal link.'),
    country: z
      .string()
      .length(2)
      .optional()
      .describe('Country from which a visitor downloaded (ISO 3166-1), if the server has `DRIVE_COUNTRY_TABLE`.'),
    visitor: z
      .string()
      .nullable()
      .optional()
      .describe('Name that the visitor gave who sent a file, wrote a comment or chose files.'),
    principal: z
      .object({
        type: z.enum(['user', 'group']).describe('Whether it is a user or a group.'),
        id: Id.describe('ID of the user or the group.'),
        name: z.string().nullable().describe('Name of the user, if set, or of the group.'),
      })
      .optional()
      .describe('Who was given access.'),
    role: MemberRole.optional().describe('The role that was given, changed to or taken away.'),
  })
  .meta({ id: 'ActivityDetails', description: 'What else there is to say, by type.' });

export const Activity = z
  .object({
    id: z.string().describe('`evt_` and a UUID: that of the event.'),
    type: z.enum(activityTypes).describe('What happened. The types are those of events.'),
    actor: Actor.nullable().describe(
      'The user who did it. `null`: a visitor, the server itself, or it is not known, as for what a server of an earlier release stored.',
    ),
    item: z
      .object({ id: Id, name: z.string().describe('Its name at that time.') })
      .nullable()
      .describe('The file or folder. `null` for a link to several files.'),
    at: Timestamp.describe('When it happened.'),
    details: ActivityDetails.describe('Further facts, which depend on `type`.'),
  })
  .meta({ id: 'Activity', description: 'Something that happened to a file or a folder.' });
export type Activity = z.infer<typeof Activity>;

export const ActivityPage = z
  .object({
    activity: z.array(Activity).describe('The latest first.'),
    pagination: z.object({
      nextCursor: z
        .string()
        .nullable()
        .describe(
          'Pass it as `cursor` to get the next page, which can be shorter, or empty, before the end. `null` at the end.',
        ),
    }),
  })
  .meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof ActivityPage>;
