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
  const maker = new WorldMaker(server, epoch);
  const owner = await maker.createAccount('owner', false);
  const admin = await maker.createAccount('admin', true);
  await maker.fill(owner, admin);
  maker.pool.user.push(...(previous?.accountIds ?? []));
  return {
    owner,
    admin,
    stranger: previous?.owner ?? admin,
    accountIds: [owner.id, admin.id],
    pool: maker.pool,
  };
}

class WorldMaker {
  readonly pool = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  readonly #server: WorldServer;
  readonly #epoch: string;
  readonly #network: string;
  /** The key of the account that owns everything. */
  #me: As;

  constructor(server: WorldServer, epoch: string) {
    // Limits count by network: each world has its own.
    const digest = createHash('sha256').update(epoch).digest();
    this.#server = server;
    this.#epoch = epoch;
    this.#network = `10.${digest[0]}.${digest[1]}.${digest[2]}`;
  }

  async createAccount(name: string, isAdmin: boolean): Promise<Credentials & { id: string }> {
    const email = `${name}-${this.#epoch}@example.com`;
    const keeper = { key: this.#server.keeperKey };
    const user = await this.#call('POST', '/api/admin/users', keeper, {
      email,
      password: PASSWORD,
      isAdmin,
      plan: 'paid',
    });
    const answer = await fetch(`${this.#server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': this.#network },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    await answer.text();
    const session = {
      cookie: cookies.join('; '),
      xsrf: cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice(11) ?? '',
    };
    const key = textOf(await this.#call('POST', '/api/me/api-keys', session, {}), 'rawKey');
    this.pool.email.push(email);
    return { ...session, key, id: textOf(user, 'id') };
  }

  async fill(owner: Credentials, admin: Credentials): Promise<void> {
    this.#me = { key: owner.key };
    const [photos = '', notes = ''] = await this.#fillFiles();
    await this.#fillShares(photos, notes);
    await this.#fillLinks(photos, notes);
    await this.#fillAccount(admin);
    await this.#fillDownloads(photos);
    await this.#fillLocks(owner);
    this.pool.trashed.push(this.pool.file[9] ?? '', this.pool.folder[2] ?? '');
    const page = await (
      await fetch(`${this.#server.url}/upload`, { headers: { 'x-forwarded-for': this.#network } })
    ).text();
    this.pool.asset.push(...new Set(page.match(/\/assets\/[\w./-]+/g)));
  }

  async #fillFiles(): Promise<readonly string[]> {
    for (const name of ['Photos', 'Notes', 'Old']) {
      this.pool.folder.push(textOf(await this.#call('POST', '/api/files/folders', this.#me, { name }), 'id'));
    }
    const [photos = '', notes = ''] = this.pool.folder;
    this.pool.folder.push(
      textOf(await this.#call('POST', '/api/files/folders', this.#me, { name: 'e\u0301te', parentId: photos }), 'id'),
    );
    for (let n = 0; n < 4; n++) await this.#upload(`sea ${n}.png`, 'image/png', PNG, photos);
    for (let n = 0; n < 6; n++)
      await this.#upload(`note ${n}.txt`, 'text/plain', Buffer.from(`note ${n}\n`.repeat(n * 400 + 1)), notes);
    await this.#upload('large.bin', 'application/octet-stream', Buffer.alloc(300_000, 'drive'));
    await this.#upload('page.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    for (let n = 0; n < 10; n++) {
      const reserved = await this.#call('POST', '/api/uploads', this.#me, {
        fileName: `open ${n}.bin`,
        contentType: 'text/plain',
        fileSizeBytes: OPEN_UPLOAD_BYTES,
      });
      this.pool.upload.push(textOf(reserved, 'sessionId'));
    }
    return [photos, notes];
  }

  async #fillShares(photos: string, notes: string): Promise<void> {
    const options: Json[] = [
      { commentsEnabled: true, likesEnabled: true },
      { shareMode: 'PUBLIC' },
      { password: PASSWORD },
      { maxDownloads: 2 },
      { expiresInDays: 1 },
    ];
    for (const [n, option] of options.entries()) {
      const share = await this.#call('POST', `/api/files/${this.pool.file[n]}/share`, this.#me, option);
      this.pool.share.push(textOf(share, 'shareToken'));
      this.pool.code.push(textOf(share, 'shortUrl').split('/').at(-1) ?? '');
    }
    for (const folder of [photos, notes]) {
      this.pool.share.push(
        textOf(await this.#call('POST', `/api/folders/${folder}/share`, this.#me, {}), 'shareToken'),
      );
    }
    this.pool.share.push(
      textOf(
        await this.#call('POST', '/api/files/share-multi', this.#me, { fileIds: this.pool.file.slice(0, 3) }),
        'shareToken',
      ),
    );
    const slug = `torture-${this.#epoch.replaceAll(/[^a-z0-9]/g, '')}`;
    await this.#call('PATCH', `/api/files/${this.pool.file[0]}/share/slug`, this.#me, { slug });
    this.pool.code.push(slug);
    const grant = await this.#call('POST', `/api/public/share/${this.pool.share[2]}/unlock`, undefined, {
      password: PASSWORD,
    });
    this.pool.unlockToken.push(textOf(grant, 'unlockToken'));
    const sent = await this.#call('POST', `/api/shares/${this.pool.share[0]}/recipients`, this.#me, {
      emails: [`friend-${this.#epoch}@example.com`],
    });
    this.pool.recipient.push(...(sent.recipients as Json[]).map((one) => textOf(one, 'id')));
    for (const body of ['Lovely', 'e\u0301 \u{1f986}']) {
      this.pool.comment.push(
        textOf(await this.#call('POST', `/api/public/share/${this.pool.share[0]}/comments`, this.#me, { body }), 'id'),
      );
    }
  }

  async #fillLinks(photos: string, notes: string): Promise<void> {
    for (const option of [{}, { folderId: notes, requireName: true }, { password: PASSWORD }]) {
      const collection = await this.#call('POST', '/api/collections', this.#me, { name: 'Send me files', ...option });
      this.pool.collection.push(textOf(collection, 'id'));
      this.pool.collect.push(textOf(collection, 'token'));
    }
    for (const option of [{ folderId: photos }, { fileIds: this.pool.file.slice(0, 4), maxSelections: 2 }]) {
      const proofing = await this.#call('POST', '/api/proofings', this.#me, { name: 'Choose', ...option });
      this.pool.proofing.push(textOf(proofing, 'id'));
      this.pool.proof.push(textOf(proofing, 'token'));
    }
    for (const option of [{}, { burnAfterReading: true }, { password: PASSWORD }, { shareMode: 'PUBLIC' }]) {
      const paste = await this.#call('POST', '/api/pastes', this.#me, {
        content: 'some text\n',
        title: 'A paste',
        ...option,
      });
      this.pool.paste.push(textOf(paste, 'id'));
      this.pool.pasteToken.push(textOf(paste, 'token'));
      this.pool.raw.push(pathOf(textOf(paste, 'rawUrl')));
    }
  }

  async #fillAccount(admin: Credentials): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const webhook = await this.#call('POST', '/api/users/me/webhooks', this.#me, {
        url: `${this.#server.hookUrl}${n}`,
      });
      this.pool.webhook.push(textOf(webhook, 'id'));
    }
    await this.#call('POST', `/api/users/me/webhooks/${this.pool.webhook[0]}/test`, this.#me);
    const deliveries = await this.#call('GET', `/api/users/me/webhooks/${this.pool.webhook[0]}/deliveries`, this.#me);
    this.pool.delivery.push(
      ...((deliveries.deliveries ?? deliveries.items ?? []) as Json[]).map((one) => textOf(one, 'id')),
    );
    for (let n = 0; n < 4; n++)
      this.pool.apiKey.push(
        textOf(await this.#call('POST', '/api/me/api-keys', this.#me, { label: `key ${n}` }), 'id'),
      );
    const invite = await this.#call('POST', '/api/admin/invites', { key: admin.key }, {});
    this.pool.invite.push(textOf(invite, 'id'));
    this.pool.inviteToken.push(textOf(invite, 'token'));
    const device = await this.#call('POST', '/api/auth/device', undefined);
    this.pool.deviceCode.push(textOf(device, 'deviceCode'));
    this.pool.userCode.push(textOf(device, 'userCode'));
  }

  async #fillDownloads(photos: string): Promise<void> {
    for (const file of this.pool.file.slice(0, 6))
      this.pool.download.push(
        pathOf(textOf(await this.#call('GET', `/api/files/${file}/download-url`, this.#me), 'downloadUrl')),
      );
    this.pool.download.push(
      pathOf(
        textOf(
          await this.#call('GET', `/api/public/share/${this.pool.share[0]}/download-url`, undefined),
          'downloadUrl',
        ),
      ),
    );
    const listing = (await this.#call('GET', `/api/files?parentId=${photos}`, this.#me)) as {
      items?: Json[];
      files?: Json[];
    };
    for (const { previewUrl } of listing.items ?? listing.files ?? [])
      if (typeof previewUrl === 'string') this.pool.preview.push(pathOf(previewUrl));
    const archive = await this.#call('POST', '/api/files/archive', this.#me, { fileIds: this.pool.file.slice(0, 3) });
    this.pool.archive.push(pathOf(textOf(archive, 'downloadUrl')));
    await this.#call('DELETE', `/api/files/${this.pool.file[9]}`, this.#me);
    await this.#call('DELETE', `/api/files/${this.pool.folder[2]}`, this.#me);
  }

  async #fillLocks(owner: Credentials): Promise<void> {
    for (const path of ['Notes/', 'large.bin', 'Photos/']) {
      const lock = await fetch(`${this.#server.url}/dav/${path}`, {
        method: 'LOCK',
        headers: { authorization: `Bearer ${owner.key}`, 'x-forwarded-for': this.#network, depth: '0' },
        body: '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
      });
      await lock.text();
      this.pool.lockToken.push(/<(.*)>/.exec(lock.headers.get('lock-token') ?? '')?.[1] ?? '');
    }
  }

  async #upload(fileName: string, contentType: string, bytes: Buffer, parentFolderId?: string): Promise<string> {
    const reserved = await this.#call('POST', '/api/uploads', this.#me, {
      fileName,
      contentType,
      fileSizeBytes: bytes.length,
      ...(parentFolderId === undefined ? {} : { parentFolderId }),
    });
    await this.#call('PUT', `/files/uploads/${textOf(reserved, 'sessionId')}`, this.#me, bytes);
    const fileId = textOf(reserved, 'fileId');
    this.pool.file.push(fileId);
    return fileId;
  }

  async #call(method: string, path: string, as: As, body?: Json | Buffer): Promise<Json> {
    const headers: Record<string, string> = { 'x-forwarded-for': this.#network };
    if (as !== undefined && 'key' in as) headers.authorization = `Bearer ${as.key}`;
    else if (as !== undefined) Object.assign(headers, { cookie: as.cookie, 'x-xsrf-token': as.xsrf });
    if (body !== undefined && !Buffer.isBuffer(body)) headers['content-type'] = 'application/json';
    const sent = body === undefined ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(this.#server.url + path, { method, headers, body: sent, redirect: 'manual' });
      const text = await answer.text();
      if (answer.ok) return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Json) : {};
      // Other requests keep the server busy meanwhile.
      if (attempt < 5 && [429, 502, 503].includes(answer.status)) await new Promise((next) => setTimeout(next, 1_000));
      else throw new Error(`${method} ${path} answered ${answer.status} while a world was made: ${text}`);
    }
  }
}

const textOf = (json: Json, name: string): string => {
  const value = json[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(json)}`);
  return value;
};

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

/** A fallback for kinds that the world lacks: well-formed, and unknown to the server. */
export const unknownOf = (kind: Kind, random: Random): string =>
  /^(file|folder|trashed|comment|recipient|collection|proofing|paste|webhook|delivery|apiKey|session|user|job|invite|upload)$/.test(
    kind,
  )
    ? random.uuid()
    : random.word(21);
