import * as z from 'zod';
import { Item, MemberRole } from './items-schemas.ts';
import { StoredMetadata } from './metadata-schemas.ts';
import { Bytes, Id, Timestamp } from './primitives.ts';

export const originKinds = ['session', 'api_key', 'webdav', 'grant', 'request', 'anonymous', 'system'] as const;
export type OriginKind = (typeof originKinds)[number];

const Origin = z
  .object({
    kind: z
      .enum(originKinds)
      .describe(
        'What caused the event: a session, an API key, an API key of a WebDAV client, an upload grant, a visitor of a file request, a visitor without an account, or the server itself.',
      ),
    id: z
      .string()
      .nullable()
      .describe('ID of the session, key or grant, or token of the file request; `null` for the others.'),
  })
  .meta({ id: 'EventOrigin' });
export type Origin = z.infer<typeof Origin>;

const path = z
  .string()
  .describe(
    'Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder.',
  );
const caused = { origin: Origin, occurred_at: Timestamp };

const file = {
  file_id: Id,
  file_name: z.string(),
  folder_id: Id.nullable().describe('`null` for the root.'),
  path,
  file_size: Bytes,
  mime_type: z.string(),
  sha256: z.string().nullable().describe('`null` until it is known.'),
  version: z.int().min(1).describe('Number of the content.'),
  metadata: StoredMetadata,
  tags: z.array(z.string()),
  ...caused,
};
const folder = {
  folder_id: Id,
  folder_name: z.string(),
  parent_id: Id.nullable().describe('`null` for the root.'),
  path,
  ...caused,
};

export const changedFields = ['name', 'parent', 'metadata', 'tags', 'modifiedAt'] as const;
export type ChangedField = (typeof changedFields)[number];
const change = {
  changed: z.array(z.enum(changedFields)).min(1).describe('What changed.'),
  previous: z
    .object({
      name: z.string().optional().describe('Former name.'),
      parent_id: Id.nullable().optional().describe('ID of the former folder; `null` for the root.'),
      path: z.string().optional().describe('Former path.'),
    })
    .describe('Name, folder and path before the change, as far as they changed.'),
};

export const sharedKinds = ['share', 'multi_share', 'file_request', 'proofing'] as const;
export type SharedKind = (typeof sharedKinds)[number];
const share = {
  share_token: z.string(),
  kind: z
    .enum(sharedKinds)
    .describe('What the link is of: one file or folder, several items, a file request or a proofing.'),
  item_id: Id.nullable().describe(
    'ID of the shared file or folder, or of the folder of a file request or a proofing; `null` for several files.',
  ),
  name: z.string().describe('Name of the link.'),
  mode: z.string().nullable().describe('`PRIVATE`, `SHARED` or `PUBLIC`; `null` for file requests and proofings.'),
  url: z.string().describe('URL of the link.'),
  occurred_at: Timestamp,
};

const access = {
  item_id: Id.describe('ID of the file or folder on which the role was given, or of the root of a team drive.'),
  item_name: z.string().describe('Its name. Empty for the root of a team drive.'),
  principal_type: z.enum(['user', 'group']).describe('Whether it is a user or a group.'),
  principal_id: Id.describe('ID of the user or the group.'),
  principal_name: z.string().nullable().describe('Name of the user, if set, or of the group.'),
  role: MemberRole.describe('The role: the new one, or the one that was taken away.'),
  ...caused,
};

const { item_id, item_name, role } = access;

/** ISO 3166-1, where the operator gave a table of countries. */
const country = z
  .string()
  .length(2)
  .optional()
  .describe('Country from which the visitor downloaded (ISO 3166-1). Only if the server has `DRIVE_COUNTRY_TABLE`.');

/** The data of each event type, as sent to webhooks and event streams. */
const eventData = {
  'share.download': z
    .object({
      share_token: z.string(),
      share_name: z.string(),
      recipient_email_domain: z.string(),
      country,
      occurred_at: Timestamp,
    })
    .describe('A recipient downloaded from a share.'),
  'share.download.anonymous': z
    .object({
      share_token: z.string(),
      share_name: z.string(),
      country,
      file_id: Id.nullable().describe('`null` for a ZIP archive of several files.'),
      file_name: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A visitor without a personal link downloaded from a share.'),
  'collect.uploaded': z
    .object({
      collection_token: z.string(),
      collection_name: z.string(),
      file_id: Id,
      file_name: z.string(),
      file_size: Bytes,
      uploader_name: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A file was uploaded through a file request.'),
  'reproofing.submitted': z
    .object({
      proofing_token: z.string(),
      proofing_name: z.string(),
      file_ids: z.array(Id),
      client_name: z.string().nullable(),
      comment: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A client submitted a selection to a proofing.'),
  'file.created': z.object(file).describe('A file was added.'),
  'file.replaced': z.object(file).describe('A file got a new content, by an upload or a restored version.'),
  'file.updated': z.object({ ...file, ...change }).describe('A file was renamed or moved, or its details changed.'),
  'file.trashed': z.object(file).describe('A file was moved to the trash.'),
  'file.restored': z.object(file).describe('A file was restored from the trash.'),
  'file.deleted': z.object(file).describe('A file was permanently deleted.'),
  'folder.created': z.object(folder).describe('A folder was added.'),
  'folder.updated': z
    .object({ ...folder, ...change })
    .describe('A folder was renamed or moved, or its details changed. There are no events of what is in it.'),
  'folder.trashed': z
    .object(folder)
    .describe('A folder was moved to the trash with all that is in it, of which there are no events.'),
  'folder.restored': z
    .object(folder)
    .describe('A folder was restored from the trash with all that is in it, of which there are no events.'),
  'folder.deleted': z
    .object(folder)
    .describe('A folder was permanently deleted with all that is in it, of which there are no events.'),
  'share.created': z.object(share).describe('A link was created: a share, a file request or a proofing.'),
  'share.updated': z
    .object(share)
    .describe('The settings of a link were changed, or a link to several files has lost some of them.'),
  'share.revoked': z.object(share).describe('A link was revoked or deleted.'),
  'access.given': z.object(access).describe('A user or a group was given a role on a file or a folder.'),
  'access.invited': z
    .object({ item_id, item_name, email: z.string().describe('The invited email address.'), role, ...caused })
    .describe('Somebody was invited to get a role on a file or a folder.'),
  'access.changed': z.object(access).describe('The role of a user or a group on a file or a folder was changed.'),
  'access.revoked': z
    .object(access)
    .describe('A role of a user or a group on a file or a folder was taken away, or given up.'),
  'comment.created': z
    .object({
      share_token: z.string(),
      share_name: z.string().describe('Name of the link.'),
      item_id: Id.nullable().describe('ID of the shared file or folder; `null` for several files.'),
      comment_id: Id.describe('ID of the comment.'),
      author_name: z.string().nullable().describe('Name of the author, if one is known.'),
      body: z.string().describe('The text.'),
      occurred_at: Timestamp,
    })
    .describe('A comment was written on a share.'),
  'notification.created': z
    .object({
      notification_id: Id.describe('ID of the notification.'),
      notification_type: z.string().describe('Its type, such as `access_given`.'),
      item_id: Id.nullable().describe('ID of the file or folder that it is about; `null` without one.'),
      occurred_at: Timestamp,
    })
    .describe('The user got a notification.'),
  'upload.completed': z
    .object({
      ...file,
      grant_id: Id.describe('ID of the upload grant.'),
      grant_data: z.string().nullable().describe('`data` of the grant; `null` without it.'),
    })
    .describe('An upload through an upload grant is complete.'),
  'upload.failed': z
    .object({
      session_id: Id.describe('ID of the upload.'),
      file_name: z.string(),
      folder_id: Id.nullable().describe('`null` for the root.'),
      reason: z
        .enum(['expired', 'cancelled', 'refused'])
        .describe('It was idle for too long, it was cancelled, or its file could not be added.'),
      grant_id: Id.nullable().describe('ID of the upload grant; `null` without one.'),
      occurred_at: Timestamp,
    })
    .describe('An upload that was reserved ended without a file.'),
  'webhook.test': z
    .object({ message: z.string(), occurred_at: Timestamp })
    .describe('The owner sent a test event to a webhook.'),
} as const;

export type WebhookEventType = keyof typeof eventData;
export const webhookEventTypes = Object.keys(eventData) as WebhookEventType[];

/** Names for several types: all of one kind of thing, or all. */
export const eventPatterns = ['file.*', 'folder.*', 'share.*', 'upload.*', '*'] as const;
export type EventPattern = (typeof eventPatterns)[number];

export const matchesEvent = (wanted: readonly string[], type: string): boolean =>
  wanted.some((name) => name === type || name === '*' || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))));

/** Event types of webhooks that were created without a choice. Other types are added on request only. */
export const defaultWebhookEvents = [
  'share.download',
  'share.download.anonymous',
  'collect.uploaded',
  'reproofing.submitted',
  'webhook.test',
] as const satisfies readonly WebhookEventType[];
export type WebhookEventData = { readonly [Type in WebhookEventType]: z.infer<(typeof eventData)[Type]> };

const envelopeOf = (type: WebhookEventType): z.ZodObject =>
  z
    .object({
      id: z.string().describe('`evt_` and a UUID. The same in every delivery of the event.'),
      type: z.literal(type),
      created: z.int().describe('Unix time in seconds.'),
      data: eventData[type],
    })
    .meta({ description: eventData[type].description ?? type });

/** Schemas of delivery bodies by event type. */
export const webhookEvents = Object.fromEntries(
  (Object.keys(eventData) as WebhookEventType[]).map((type) => [type, envelopeOf(type)]),
) as Readonly<Record<WebhookEventType, z.ZodObject>>;

export const changeTypes = ['created', 'updated', 'replaced', 'trashed', 'restored', 'deleted'] as const;
export type ChangeType = (typeof changeTypes)[number];

export const Change = z
  .object({
    type: z
      .enum(changeTypes)
      .describe(
        '`updated`: renamed, moved, or its metadata or tags changed. `replaced`: the file got a new content. `deleted`: deleted permanently. For a key of one folder, an item that was moved into the folder is `created`, one that was moved out of it `deleted`.',
      ),
    itemId: Id.describe('ID of the file or folder.'),
    itemType: z.enum(['file', 'folder']).describe('What it is.'),
    at: Timestamp.describe('When it changed.'),
    item: Item.nullable().describe(
      'The item as it is now, also while it is in the trash. `null` if it is permanently deleted, or outside the folder of the key. `deletedAt` tells whether the item was moved to the trash itself: what is in a folder goes there with the folder, without a change of its own.',
    ),
  })
  .meta({ id: 'Change', description: 'A change of a file or a folder.' });
export type Change = z.infer<typeof Change>;

export const ChangePage = z
  .object({
    changes: z.array(Change).describe('In the order in which they were committed.'),
    cursor: z.string().describe('Pass it as `cursor` to read on after these changes.'),
    hasMore: z.boolean().describe('Whether there are more changes to read at once.'),
  })
  .meta({ id: 'ChangePage' });
export type ChangePage = z.infer<typeof ChangePage>;

export const ChangeCursor = z
  .object({ cursor: z.string().describe('The end of the feed: pass it as `cursor` to read later changes.') })
  .meta({ id: 'ChangeCursor' });
export type ChangeCursor = z.infer<typeof ChangeCursor>;
