import { createHash } from 'node:crypto';
import type { Random } from './seeded-random.ts';

/** Kinds of ids, tokens and texts in requests. */
export const kinds = [
  'file',
  'folder',
  'trashed',
  'share',
  'code',
  'recipient',
  'comment',
  'collection',
  'collect',
  'proofing',
  'proof',
  'paste',
  'pasteToken',
  'webhook',
  'delivery',
  'apiKey',
  'session',
  'user',
  'job',
  'invite',
  'inviteToken',
  'upload',
  'download',
  'preview',
  'archive',
  'raw',
  'email',
  'deviceCode',
  'userCode',
  'unlockToken',
  'asset',
  'lockToken',
] as const;

export type Kind = (typeof kinds)[number];

export interface Credentials {
  readonly key: string;
  /** Cookie header and XSRF token. */
  readonly cookie: string;
  readonly xsrf: string;
}

/** An account with every kind of object, and their identifiers for requests. */
export interface World {
  readonly owner: Credentials;
  readonly admin: Credentials;
  readonly stranger: Credentials;
  readonly accountIds: readonly string[];
  readonly pool: Readonly<Record<Kind, readonly string[]>>;
}

export const PASSWORD = 'the password of the torture';
/** Size of the uploads without bytes. */
export const OPEN_UPLOAD_BYTES = 5;
/** An image of one pixel: small, and enough for a thumbnail. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface WorldServer {
  readonly url: string;
  /** Key of an administrator that no request of the torture uses. */
  readonly keeperKey: string;
  /** A receiver of webhooks that responds. */
  readonly hookUrl: string;
}

type Json = Record<string, unknown>;
type As = { readonly key: string } | { readonly cookie: string; readonly xsrf: string } | undefined;

/**
 * Creates a world through the API, always in the same order: slot 3 of a pool is the same kind of object after each
 * restart.
 */
export async function createWorld(server: WorldServer, epoch: string, previous: World | undefined): Promise<World> {
  const pool = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  // Limits count by network: each world has its own.
  const digest = createHash('sha256').update(epoch).digest();
  const network = `10.${digest[0]}.${digest[1]}.${digest[2]}`;

  async function call(method: string, path: string, as: As, body?: Json | Buffer): Promise<Json> {
    const headers: Record<string, string> = { 'x-forwarded-for': network };
    if (as !== undefined && 'key' in as) headers.authorization = `Bearer ${as.key}`;
    else if (as !== undefined) Object.assign(headers, { cookie: as.cookie, 'x-xsrf-token': as.xsrf });
    if (body !== undefined && !Buffer.isBuffer(body)) headers['content-type'] = 'application/json';
    const sent = body === undefined ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(server.url + path, { method, headers, body: sent, redirect: 'manual' });
      const text = await answer.text();
      if (answer.ok) return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Json) : {};
      // Other requests keep the server busy meanwhile.
      if (attempt < 5 && [429, 502, 503].includes(answer.status)) await new Promise((next) => setTimeout(next, 1_000));
      else throw new Error(`${method} ${path} answered ${answer.status} while a world was made: ${text}`);
    }
  }
  const text = (json: Json, name: string): string => {
    const value = json[name];
    if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(json)}`);
    return value;
  };
  const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

  async function createAccount(name: string, isAdmin: boolean): Promise<Credentials & { id: string }> {
    const email = `${name}-${epoch}@example.com`;
    const keeper = { key: server.keeperKey };
    const user = await call('POST', '/api/admin/users', keeper, { email, password: PASSWORD, isAdmin, plan: 'paid' });
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    await answer.text();
    const session = {
      cookie: cookies.join('; '),
      xsrf: cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice(11) ?? '',
    };
    const key = text(await call('POST', '/api/me/api-keys', session, {}), 'rawKey');
    pool.email.push(email);
    return { ...session, key, id: text(user, 'id') };
  }

  const owner = await createAccount('owner', false);
  const admin = await createAccount('admin', true);
  const me = { key: owner.key };

  async function upload(
    fileName: string,
    contentType: string,
    bytes: Buffer,
    parentFolderId?: string,
  ): Promise<string> {
    const reserved = await call('POST', '/api/uploads', me, {
      fileName,
      contentType,
      fileSizeBytes: bytes.length,
      ...(parentFolderId === undefined ? {} : { parentFolderId }),
    });
    await call('PUT', `/files/uploads/${text(reserved, 'sessionId')}`, me, bytes);
    const fileId = text(reserved, 'fileId');
    pool.file.push(fileId);
    return fileId;
  }

  for (const name of ['Photos', 'Notes', 'Old']) {
    pool.folder.push(text(await call('POST', '/api/files/folders', me, { name }), 'id'));
  }
  const [photos = '', notes = ''] = pool.folder;
  pool.folder.push(text(await call('POST', '/api/files/folders', me, { name: 'e\u0301te', parentId: photos }), 'id'));
  for (let n = 0; n < 4; n++) await upload(`sea ${n}.png`, 'image/png', PNG, photos);
  for (let n = 0; n < 6; n++)
    await upload(`note ${n}.txt`, 'text/plain', Buffer.from(`note ${n}\n`.repeat(n * 400 + 1)), notes);
  await upload('large.bin', 'application/octet-stream', Buffer.alloc(300_000, 'drive'));
  await upload('page.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  for (let n = 0; n < 10; n++) {
    const reserved = await call('POST', '/api/uploads', me, {
      fileName: `open ${n}.bin`,
      contentType: 'text/plain',
      fileSizeBytes: OPEN_UPLOAD_BYTES,
    });
    pool.upload.push(text(reserved, 'sessionId'));
  }

  const options: Json[] = [
    { commentsEnabled: true, likesEnabled: true },
    { shareMode: 'PUBLIC' },
    { password: PASSWORD },
    { maxDownloads: 2 },
    { expiresInDays: 1 },
  ];
  for (const [n, option] of options.entries()) {
    const share = await call('POST', `/api/files/${pool.file[n]}/share`, me, option);
    pool.share.push(text(share, 'shareToken'));
    pool.code.push(text(share, 'shortUrl').split('/').at(-1) ?? '');
  }
  for (const folder of [photos, notes]) {
    pool.share.push(text(await call('POST', `/api/folders/${folder}/share`, me, {}), 'shareToken'));
  }
  pool.share.push(
    text(await call('POST', '/api/files/share-multi', me, { fileIds: pool.file.slice(0, 3) }), 'shareToken'),
  );
  const slug = `torture-${epoch.replaceAll(/[^a-z0-9]/g, '')}`;
  await call('PATCH', `/api/files/${pool.file[0]}/share/slug`, me, { slug });
  pool.code.push(slug);
  const grant = await call('POST', `/api/public/share/${pool.share[2]}/unlock`, undefined, { password: PASSWORD });
  pool.unlockToken.push(text(grant, 'unlockToken'));
  const sent = await call('POST', `/api/shares/${pool.share[0]}/recipients`, me, {
    emails: [`friend-${epoch}@example.com`],
  });
  pool.recipient.push(...(sent.recipients as Json[]).map((one) => text(one, 'id')));
  for (const body of ['Lovely', 'e\u0301 \u{1f986}']) {
    pool.comment.push(text(await call('POST', `/api/public/share/${pool.share[0]}/comments`, me, { body }), 'id'));
  }
  for (const option of [{}, { folderId: notes, requireName: true }, { password: PASSWORD }]) {
    const collection = await call('POST', '/api/collections', me, { name: 'Send me files', ...option });
    pool.collection.push(text(collection, 'id'));
    pool.collect.push(text(collection, 'token'));
  }
  for (const option of [{ folderId: photos }, { fileIds: pool.file.slice(0, 4), maxSelections: 2 }]) {
    const proofing = await call('POST', '/api/proofings', me, { name: 'Choose', ...option });
    pool.proofing.push(text(proofing, 'id'));
    pool.proof.push(text(proofing, 'token'));
  }
  for (const option of [{}, { burnAfterReading: true }, { password: PASSWORD }, { shareMode: 'PUBLIC' }]) {
    const paste = await call('POST', '/api/pastes', me, { content: 'some text\n', title: 'A paste', ...option });
    pool.paste.push(text(paste, 'id'));
    pool.pasteToken.push(text(paste, 'token'));
    pool.raw.push(pathOf(text(paste, 'rawUrl')));
  }
  for (let n = 0; n < 2; n++) {
    const webhook = await call('POST', '/api/users/me/webhooks', me, { url: `${server.hookUrl}${n}` });
    pool.webhook.push(text(webhook, 'id'));
  }
  await call('POST', `/api/users/me/webhooks/${pool.webhook[0]}/test`, me);
  const deliveries = await call('GET', `/api/users/me/webhooks/${pool.webhook[0]}/deliveries`, me);
  pool.delivery.push(...((deliveries.deliveries ?? deliveries.items ?? []) as Json[]).map((one) => text(one, 'id')));
  for (let n = 0; n < 4; n++)
    pool.apiKey.push(text(await call('POST', '/api/me/api-keys', me, { label: `key ${n}` }), 'id'));
  const invite = await call('POST', '/api/admin/invites', { key: admin.key }, {});
  pool.invite.push(text(invite, 'id'));
  pool.inviteToken.push(text(invite, 'token'));
  const device = await call('POST', '/api/auth/device', undefined);
  pool.deviceCode.push(text(device, 'deviceCode'));
  pool.userCode.push(text(device, 'userCode'));

  for (const file of pool.file.slice(0, 6))
    pool.download.push(pathOf(text(await call('GET', `/api/files/${file}/download-url`, me), 'downloadUrl')));
  pool.download.push(
    pathOf(text(await call('GET', `/api/public/share/${pool.share[0]}/download-url`, undefined), 'downloadUrl')),
  );
  const listing = (await call('GET', `/api/files?parentId=${photos}`, me)) as { items?: Json[]; files?: Json[] };
  for (const { previewUrl } of listing.items ?? listing.files ?? [])
    if (typeof previewUrl === 'string') pool.preview.push(pathOf(previewUrl));
  const archive = await call('POST', '/api/files/archive', me, { fileIds: pool.file.slice(0, 3) });
  pool.archive.push(pathOf(text(archive, 'downloadUrl')));
  await call('DELETE', `/api/files/${pool.file[9]}`, me);
  await call('DELETE', `/api/files/${pool.folder[2]}`, me);

  for (const path of ['Notes/', 'large.bin', 'Photos/']) {
    const lock = await fetch(`${server.url}/dav/${path}`, {
      method: 'LOCK',
      headers: { authorization: `Bearer ${owner.key}`, 'x-forwarded-for': network, depth: '0' },
      body: '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
    });
    await lock.text();
    pool.lockToken.push(/<(.*)>/.exec(lock.headers.get('lock-token') ?? '')?.[1] ?? '');
  }

  pool.trashed.push(pool.file[9] ?? '', pool.folder[2] ?? '');
  const page = await (await fetch(`${server.url}/upload`, { headers: { 'x-forwarded-for': network } })).text();
  pool.asset.push(...new Set(page.match(/\/assets\/[\w./-]+/g)));

  pool.user.push(...(previous?.accountIds ?? []));
  return {
    owner,
    admin,
    stranger: previous?.owner ?? admin,
    accountIds: [owner.id, admin.id],
    pool,
  };
}

/** A fallback for kinds that the world lacks: well-formed, and unknown to the server. */
export const unknownOf = (kind: Kind, random: Random): string =>
  /^(file|folder|trashed|comment|recipient|collection|proofing|paste|webhook|delivery|apiKey|session|user|job|invite|upload)$/.test(
    kind,
  )
    ? random.uuid()
    : random.word(21);
