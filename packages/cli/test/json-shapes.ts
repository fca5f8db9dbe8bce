import * as z from 'zod';
import {
  AccessGrant,
  AccessInvitation,
  AccountDeletion,
  AccountDeletionPreview,
  Activity,
  AdminFile,
  AdminJob,
  AdminSetting,
  AdminStats,
  AdminTeamDrive,
  AdminUser,
  ApiKey,
  AuditEntry,
  Change,
  CollectedFile,
  Collection,
  Comment,
  CreatedApiKey,
  CreatedUploadGrant,
  DeletedVersions,
  FileVersion,
  FoundShare,
  Group,
  GroupMember,
  Invite,
  MailDelivery,
  Notification,
  Item,
  ListedShare,
  OpenInvite,
  Operation,
  Paste,
  PublicPaste,
  Proofing,
  Recipient,
  RecoveryCodes,
  Report,
  SentAccessInvitation,
  Session,
  ShareDescriptor,
  SlugAvailability,
  Submission,
  StatsHistory,
  StorageUse,
  StoredFile,
  TagList,
  TeamDrive,
  TestMail,
  TotpStatus,
  TrashedItem,
  UnlockAudit,
  UnreadCount,
  UploadGrant,
  User,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookTest,
  WebhookWithSecret,
} from '../../contract/src/index.ts';

/** The output of a command with `--json`. */
export interface JsonShape {
  /** One document; or one object per line, streamed. */
  readonly form: 'document' | 'lines';
  readonly shape: z.ZodType;
}

const document = (shape: z.ZodType): JsonShape => ({ form: 'document', shape });
const lines = (...shapes: z.ZodType[]): JsonShape => ({
  form: 'lines',
  shape: shapes.length === 1 ? shapes[0]! : z.union(shapes),
});

const Path = z.string().describe('A path on the server.');
const LocalPath = z.string().describe('A path on this machine.');

const Failure = z
  .strictObject({
    code: z
      .string()
      .describe('Of the API, or: usage, failed, not_signed_in, not_found, exists, conflict, temporary, …'),
    message: z.string(),
    hint: z.string().optional().describe('What to do about it.'),
    status: z.int().optional().describe('Of the server’s answer.'),
    requestId: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Failure', description: 'Why one of several items failed. The command continues with the others.' });

/** One of several failures, with the user's argument. */
const failedAs = (...names: string[]): z.ZodType =>
  z.strictObject({
    ...Object.fromEntries(names.map((name) => [name, z.string()])),
    status: z.literal('failed'),
    error: Failure,
  });

const FoundItem = Item.extend({ path: Path }).meta({ id: 'FoundItem', description: 'An item and where it is.' });
const ItemMetadata = z.strictObject({ path: Path, id: z.string(), metadata: Item.shape.metadata });
const Planned = { status: z.literal('planned').describe('With --dry-run.') };
const ChosenFromTrash = z.strictObject({
  id: z.string(),
  name: z.string().nullable().describe('null where it was named by its id.'),
  ...Planned,
});
const ChangedVersion = z.strictObject({ path: Path, id: z.string(), version: z.int() });
const Profile = { name: z.string(), url: z.string() };
const sharedKeys = { fileId: z.string().optional(), folderId: z.string().optional(), token: z.string().optional() };
const Descriptor = z.strictObject(ShareDescriptor.shape);
const EndedShare = z.strictObject({ share: z.string(), ...sharedKeys, status: z.enum(['revoked', 'planned']) });
const RevokedKey = z.strictObject({ id: z.string(), prefix: z.string(), status: z.enum(['revoked', 'planned']) });
const TwoWayStep = z.strictObject({
  action: z
    .enum(['upload', 'download', 'create-folder', 'move', 'delete', 'set-time', 'conflict'])
    .describe('conflict: the content of this computer got a name of its own.'),
  side: z.enum(['here', 'server']).describe('The side that changed.'),
  path: z.string(),
  from: z.string().optional().describe('Of what was moved, and of a conflict: where it was.'),
  size: z.int().optional().describe('Of a copied file.'),
  replaced: z.boolean().optional().describe('Of a copied file: whether another content was there.'),
});
const removed = { status: z.enum(['removed', 'planned']) };
const RemovedLink = z.strictObject({ id: z.string(), name: z.string(), url: z.string(), ...removed });
const Event = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    created: z.int().describe('Seconds since 1970.'),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event', description: 'An event, as webhooks get it.' });
const Forwarded = z.strictObject({
  at: z.string(),
  url: z.string(),
  deliveryId: z.string(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.number(),
});

export const jsonShapes: Readonly<Record<string, JsonShape>> = {
  upload: lines(
    z.strictObject({
      path: LocalPath,
      status: z
        .enum(['uploaded', 'present', 'skipped'])
        .describe(
          'present: the server had the content already. skipped: with --on-conflict skip, an item of the name has other content.',
        ),
      id: z.string(),
      remotePath: Path,
      size: z.int(),
      shortUrl: z.string().nullable().optional().describe('With --share or --share-each.'),
    }),
    z.strictObject({
      path: LocalPath,
      status: z.literal('shared').describe('With --share, for a folder.'),
      id: z.string(),
      remotePath: Path,
      shortUrl: z.string(),
    }),
    z.strictObject({
      path: LocalPath,
      status: z.enum(['planned', 'present', 'skipped']).describe('With --dry-run.'),
      remotePath: Path,
      size: z.int(),
    }),
    z.strictObject({ path: LocalPath, status: z.literal('skipped'), reason: z.string() }),
    z.strictObject({
      path: LocalPath,
      status: z.literal('uploaded').describe('With --anonymous.'),
      id: z.string(),
      name: z.string(),
      shortUrl: z.string().nullable(),
    }),
    failedAs('path'),
  ),
  'uploads list': document(
    z.array(
      z.strictObject({
        path: LocalPath,
        size: z.int(),
        received: z.int().nullable().describe('Bytes from which the upload resumes; null while it is running.'),
        status: z.enum(['pending', 'uploading', 'running']),
      }),
    ),
  ),
  'uploads cancel': lines(
    z.strictObject({ path: LocalPath, size: z.int(), status: z.literal('cancelled') }),
    failedAs('path'),
  ),
  download: lines(
    z.strictObject({
      source: z.string(),
      status: z.enum(['downloaded', 'present']).describe('present: it was here already.'),
      path: LocalPath,
      size: z.int(),
      sha256: z.string(),
      resumed: z.boolean(),
    }),
    z.strictObject({
      source: z.string(),
      status: z.literal('downloaded').describe('With --zip.'),
      path: LocalPath,
      size: z.int(),
      fileCount: z.int(),
    }),
    z.strictObject({ source: z.string(), ...Planned, path: LocalPath, size: z.int().optional() }),
    failedAs('source'),
    failedAs('path', 'source'),
  ),
  sync: lines(
    z.strictObject({
      action: z.enum(['upload', 'download']),
      path: z.string().describe('Relative to the two folders, as the paths below.'),
      status: z.enum(['done', 'planned']).describe('planned: with --dry-run.'),
      size: z.int(),
      replaced: z.boolean().describe('Whether the target had the file.'),
    }),
    z.strictObject({
      action: z
        .enum(['create-folder', 'trash', 'restore', 'delete'])
        .describe(
          'trash: on the server. restore: from the trash, because what was to replace it failed. delete: on this machine. A folder takes with it what is in it.',
        ),
      path: z.string(),
      status: z.enum(['done', 'planned']),
    }),
    TwoWayStep.extend({ status: z.enum(['done', 'planned']) }),
    z.strictObject({
      path: z.string(),
      status: z.literal('skipped'),
      reason: z.string().describe('What it is: a symbolic link, a special file, another disk.'),
    }),
    failedAs('path'),
  ),
  'sync status': document(
    z.array(
      z.strictObject({
        url: z.string(),
        local: z.string(),
        remote: z.string(),
        state: z.enum(['running', 'equal', 'incomplete', 'offline', 'stopped', 'paused']),
        at: z.string(),
        items: z.int().describe('Items on both sides after the last complete run.'),
        message: z.string().nullable().describe('Why they are not equal.'),
        processId: z
          .int()
          .nullable()
          .describe('The process that keeps them equal. null if there is none at the moment.'),
      }),
    ),
  ),
  'sync pause': document(z.strictObject({ local: z.string(), paused: z.literal(true) })),
  'sync resume': document(z.strictObject({ local: z.string(), paused: z.literal(false) })),
  'sync log': lines(
    TwoWayStep.extend({ at: z.string() }),
    z.strictObject({ at: z.string(), path: z.string(), error: z.string() }),
  ),
  archive: document(z.strictObject({ path: LocalPath, size: z.int(), fileCount: z.int() })),
  export: document(z.strictObject({ path: LocalPath, size: z.int(), fileCount: z.int() })),
  ls: document(z.array(FoundItem)),
  tree: lines(FoundItem.extend({ depth: z.int() })),
  find: lines(FoundItem, failedAs('path')),
  changes: lines(Change.extend({ cursor: z.string().describe('To go on from once this change is processed.') })),
  url: lines(
    z.strictObject({ path: Path, id: z.string(), downloadUrl: z.string(), expiresAt: z.string() }),
    z.strictObject({ path: Path, id: z.string(), publicUrl: z.string().describe('With --public.') }),
    failedAs('path'),
  ),
  mkdir: lines(z.strictObject({ path: Path, id: z.string(), made: z.boolean() }), failedAs('path')),
  mv: lines(
    z.strictObject({ from: Path, path: Path, id: z.string(), status: z.enum(['moved', 'unchanged', 'planned']) }),
    failedAs('from'),
  ),
  cp: lines(
    z.strictObject({ from: Path, path: Path, id: z.string(), status: z.enum(['copied', 'planned']) }),
    failedAs('from'),
  ),
  save: lines(
    z.strictObject({ link: z.string(), path: Path, id: z.string(), status: z.literal('copied') }),
    failedAs('link'),
  ),
  'tag add': lines(z.strictObject({ path: Path, id: z.string(), tags: Item.shape.tags }), failedAs('path')),
  'tag rm': lines(z.strictObject({ path: Path, id: z.string(), tags: Item.shape.tags }), failedAs('path')),
  'tag list': document(TagList.shape.tags),
  star: lines(z.strictObject({ path: Path, id: z.string(), starred: z.literal(true) }), failedAs('path')),
  unstar: lines(z.strictObject({ path: Path, id: z.string(), starred: z.literal(false) }), failedAs('path')),
  'meta get': document(ItemMetadata),
  'meta set': lines(ItemMetadata, failedAs('path')),
  'meta rm': lines(ItemMetadata, failedAs('path')),
  rm: lines(
    z.strictObject({ path: Path, id: z.string(), status: z.enum(['trashed', 'purged', 'planned']) }),
    failedAs('path'),
  ),
  'versions list': document(z.array(FileVersion)),
  'versions download': document(
    z.strictObject({
      source: Path,
      version: z.int(),
      status: z.enum(['downloaded', 'present']).describe('present: a local file with this content exists.'),
      path: LocalPath,
      size: z.int(),
      sha256: z.string(),
      resumed: z.boolean(),
    }),
  ),
  'versions restore': document(ChangedVersion.extend({ status: z.enum(['restored', 'planned']) })),
  'versions rm': lines(
    ChangedVersion.extend({ status: z.enum(['removed', 'planned']) }),
    z
      .strictObject({ path: Path, id: z.string(), ...DeletedVersions.shape, status: z.literal('removed') })
      .describe('With --all.'),
    failedAs('path'),
  ),
  'trash list': document(
    z.union([
      z.array(TrashedItem),
      z.array(
        Item.extend({ path: Path.nullable().optional().describe('Where it was, with --long.') }).describe(
          'With --files.',
        ),
      ),
    ]),
  ),
  'trash restore': lines(
    z.strictObject({ path: Path, id: z.string(), status: z.literal('restored') }),
    ChosenFromTrash,
    failedAs('name'),
  ),
  'trash purge': lines(
    z.strictObject({ id: z.string(), name: z.string().nullable(), status: z.literal('purged') }),
    ChosenFromTrash,
    failedAs('name'),
  ),
  'trash empty': lines(z.strictObject({ status: z.literal('purged'), bytes: z.int() }), ChosenFromTrash),
  share: lines(
    z.strictObject({ path: Path, fileId: z.string(), ...Descriptor.shape }),
    z.strictObject({ path: Path, folderId: z.string(), ...Descriptor.shape }),
    z.strictObject({ paths: z.array(Path), fileCount: z.int(), ...Descriptor.shape }),
    z.strictObject({ path: Path, ...sharedKeys, status: z.literal('revoked') }),
    failedAs('path'),
  ),
  send: lines(z.strictObject({ share: z.string(), ...Recipient.shape, mailDelivery: MailDelivery })),
  'shares list': document(z.array(ListedShare)),
  'shares show': document(z.strictObject({ ...ListedShare.shape, recipients: z.array(Recipient) })),
  'shares set': lines(z.strictObject({ share: z.string(), ...Descriptor.shape }), failedAs('share')),
  'shares rm': lines(EndedShare, failedAs('share')),
  'shares add': document(ListedShare),
  'shares links': document(z.array(ListedShare)),
  'shares uploads': document(z.array(CollectedFile)),
  'shares visibility': lines(
    z.strictObject({ id: z.string(), name: z.string(), visibility: z.enum(['public', 'private']) }),
    failedAs('path'),
  ),
  'shares slug': document(SlugAvailability),
  'shares events': document(UnlockAudit),
  'shares comments': document(z.array(Comment)),
  'shares uncomment': lines(
    z.strictObject({ share: z.string(), id: z.string(), status: z.literal('removed') }),
    failedAs('share', 'id'),
  ),
  search: document(z.array(FoundShare)),
  'collect create': document(Collection),
  'collect list': document(z.array(Collection)),
  'collect show': document(Collection),
  'collect set': lines(Collection),
  'collect rm': lines(RemovedLink),
  'collect uploads': document(z.array(CollectedFile)),
  'proof create': document(Proofing),
  'grants create': document(CreatedUploadGrant),
  'grants list': document(z.array(UploadGrant)),
  'grants show': document(UploadGrant),
  'grants rm': lines(z.strictObject({ id: z.string(), prefix: z.string(), ...removed })),
  'proof list': document(z.array(Proofing)),
  'proof show': document(Proofing),
  'proof set': lines(Proofing),
  'proof rm': lines(RemovedLink),
  'proof submissions': document(
    z.array(Submission.extend({ fileNames: z.array(z.string()).optional().describe('With --names.') })),
  ),
  paste: document(Paste),
  'pastes list': document(z.array(Paste)),
  'pastes show': document(PublicPaste.extend({ content: z.string() })),
  'pastes rm': lines(
    z.strictObject({
      id: z.string(),
      title: z.string().nullable(),
      url: z.string(),
      status: z.enum(['removed', 'planned']).describe('planned: with --dry-run.'),
    }),
  ),
  'webhooks list': document(z.array(Webhook)),
  'webhooks create': document(WebhookWithSecret),
  'webhooks update': lines(Webhook),
  'webhooks rm': lines(z.strictObject({ id: z.string(), url: z.string(), ...removed })),
  'webhooks rotate': document(WebhookWithSecret),
  'webhooks test': document(z.strictObject({ id: z.string(), url: z.string(), ...WebhookTest.shape })),
  'webhooks deliveries': document(z.union([z.array(WebhookDelivery), WebhookDeliveryDetail])),
  'webhooks redeliver': lines(z.strictObject({ delivery: z.string(), ...WebhookDelivery.shape }), failedAs('delivery')),
  'webhooks listen': lines(Event, z.strictObject({ ...Event.shape, forwarded: Forwarded })),
  'webhooks trigger': document(z.strictObject({ ...Event.shape, forwarded: Forwarded })),
  login: document(z.strictObject({ profile: z.string(), server: z.string(), email: z.string(), id: z.string() })),
  logout: document(z.strictObject({ profile: z.string(), server: z.string(), revoked: z.boolean() })),
  whoami: document(
    z.strictObject({ ...User.shape, server: z.string(), profile: z.string().nullable(), keyFrom: z.string() }),
  ),
  'keys list': document(z.array(ApiKey)),
  'keys current': document(ApiKey),
  'keys create': document(CreatedApiKey),
  'keys revoke': lines(RevokedKey),
  'sessions list': document(z.array(Session)),
  'sessions revoke': lines(
    z.strictObject({ id: z.string(), userAgent: z.string().nullable(), status: z.enum(['revoked', 'planned']) }),
  ),
  password: document(z.strictObject({ status: z.literal('changed') })),
  '2fa status': document(TotpStatus),
  '2fa enable': document(RecoveryCodes),
  '2fa disable': document(z.strictObject({ enabled: z.literal(false) })),
  'profile list': document(z.array(z.strictObject({ ...Profile, current: z.boolean() }))),
  'profile use': document(z.strictObject({ ...Profile, current: z.literal(true) })),
  'profile remove': document(z.strictObject({ ...Profile, removed: z.boolean().describe('false with --dry-run.') })),
  'admin stats': document(AdminStats),
  'admin settings list': document(z.array(AdminSetting)),
  'admin settings set': document(z.array(AdminSetting)),
  'admin settings unset': document(z.array(AdminSetting)),
  'admin history': document(StatsHistory.shape.points),
  'admin test-mail': document(TestMail),
  'admin audit': document(z.array(AuditEntry)),
  'usage show': document(StorageUse),
  'usage files': document(z.array(StoredFile)),
  'account delete': document(
    z.union([
      z.strictObject({ email: z.string(), ...AccountDeletion.shape, status: z.literal('removed') }),
      z
        .strictObject({ email: z.string(), ...AccountDeletionPreview.shape, status: z.literal('planned') })
        .describe('With --dry-run.'),
    ]),
  ),
  'admin users list': document(z.array(AdminUser)),
  'admin users show': document(AdminUser),
  'admin users create': document(AdminUser),
  'admin users set': lines(AdminUser),
  'admin users rm': lines(z.strictObject({ id: z.string(), email: z.string(), ...removed })),
  activity: lines(Activity),
  'notifications list': document(z.array(Notification)),
  'notifications read': document(UnreadCount),
  'notifications mail': document(User.shape.notifications),
  'access list': document(z.array(z.union([AccessGrant, AccessInvitation]))),
  'access add': lines(z.union([AccessGrant, SentAccessInvitation])),
  'access set': lines(AccessGrant),
  'access rm': lines(z.strictObject({ id: z.string(), who: z.string(), status: z.literal('removed') })),
  'drives list': document(z.array(TeamDrive)),
  'drives show': document(TeamDrive),
  'drives create': document(TeamDrive),
  'drives set': lines(TeamDrive),
  'drives rm': lines(z.strictObject({ id: z.string(), name: z.string(), ...removed })),
  'admin drives list': document(z.array(AdminTeamDrive)),
  'admin drives restore': lines(AdminTeamDrive),
  'admin drives purge': lines(z.strictObject({ id: z.string(), name: z.string(), status: z.literal('removed') })),
  'admin users transfer': document(Operation),
  'admin groups list': document(z.array(Group)),
  'admin groups show': document(Group),
  'admin groups create': document(Group),
  'admin groups set': lines(Group),
  'admin groups rm': lines(z.strictObject({ id: z.string(), name: z.string(), ...removed })),
  'admin groups members': document(z.array(GroupMember)),
  'admin groups add-member': lines(z.strictObject({ group: z.string(), ...GroupMember.shape })),
  'admin groups remove-member': lines(
    z.strictObject({ group: z.string(), id: z.string(), email: z.string(), status: z.literal('removed') }),
  ),
  'admin invites list': document(z.array(OpenInvite)),
  'admin invites create': document(Invite),
  'admin invites revoke': lines(
    z.strictObject({ id: z.string(), email: z.string().nullable(), status: z.enum(['revoked', 'planned']) }),
  ),
  'admin files list': document(z.array(AdminFile)),
  'admin files quarantine': lines(AdminFile, failedAs('id')),
  'admin files release': lines(AdminFile, failedAs('id')),
  'admin files rm': lines(z.strictObject({ id: z.string(), name: z.string(), ...removed })),
  'admin reports list': document(z.array(Report)),
  'admin reports close': lines(z.strictObject({ id: z.string(), status: z.literal('closed') }), failedAs('id')),
  'admin jobs list': document(z.array(AdminJob)),
  'admin jobs retry': lines(AdminJob, failedAs('id')),
  open: document(z.strictObject({ url: z.string(), opened: z.boolean() })),
  api: document(z.unknown().describe('What the server answers; with --paginate one page with all of it.')),
  doctor: document(
    z.strictObject({
      ok: z.boolean(),
      checks: z.array(
        z.strictObject({
          name: z.string(),
          status: z.enum(['ok', 'warning', 'error', 'skipped']),
          message: z.string(),
          hint: z.string().optional(),
        }),
      ),
    }),
  ),
  cat: lines(z.strictObject({ source: z.string(), content: z.string().describe('Decoded as UTF-8.') })),
  mcp: lines(z.unknown().describe('Messages of the Model Context Protocol, with and without --json.')),
  version: document(z.strictObject({ version: z.string() })),
  completion: document(z.strictObject({ shell: z.string(), script: z.string() })),
};
