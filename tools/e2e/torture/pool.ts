import { Random } from './seeded-random.ts';
import { kinds, unknownOf, type Kind, type World } from './torture-world.ts';

/** Kinds of path parameters: the first matching entry applies. */
const ofPaths: readonly (readonly [path: RegExp, parameter: string, kind: Kind])[] = [
  [/\/(restore|permanent)$/, 'id', 'trashed'],
  [/\/recipients\//, 'id', 'recipient'],
  [/\/comments\//, 'id', 'comment'],
  [/^\/api\/collections/, 'id', 'collection'],
  [/^\/api\/proofings/, 'id', 'proofing'],
  [/^\/api\/pastes/, 'id', 'paste'],
  [/\/webhooks/, 'deliveryId', 'delivery'],
  [/\/webhooks/, 'id', 'webhook'],
  [/\/api-keys/, 'id', 'apiKey'],
  [/\/me\/sessions/, 'id', 'session'],
  [/^\/api\/admin\/users/, 'id', 'user'],
  [/^\/api\/admin\/jobs/, 'id', 'job'],
  [/^\/api\/admin\/invites/, 'id', 'invite'],
  [/./, 'sessionId', 'upload'],
  [/./, 'upload', 'upload'],
  [/./, 'folderId', 'folder'],
  [/./, 'collect', 'collect'],
  [/collect/, 'token', 'collect'],
  [/proof/, 'token', 'proof'],
  [/(pastes|^\/p)\//, 'token', 'pasteToken'],
  [/./, 'token', 'share'],
  [/./, 'code', 'code'],
  [/./, 'asset', 'asset'],
];

export function kindOf(path: string, parameter: string, random?: Random): Kind {
  const found = ofPaths.find(([pattern, name]) => name === parameter && pattern.test(path));
  return found?.[2] ?? (random?.chance(0.3) === true ? 'folder' : 'file');
}

/** Fields of responses and bodies whose values other requests can use. */
const ofFields: Readonly<Record<string, Kind>> = {
  sessionId: 'upload',
  shareToken: 'share',
  unlockToken: 'unlockToken',
  deviceCode: 'deviceCode',
  userCode: 'userCode',
  fileId: 'file',
  fileIds: 'file',
  folderId: 'folder',
  parentId: 'folder',
  parentFolderId: 'folder',
  email: 'email',
  emails: 'email',
  clientEmail: 'email',
  uploaderEmail: 'email',
  inviteToken: 'inviteToken',
  lockToken: 'lockToken',
};
const ofUrls: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^\/files\/d\//, 'download'],
  [/^\/files\/previews\//, 'preview'],
  [/^\/files\/archives\//, 'archive'],
  [/^\/files\/pastes\//, 'raw'],
];

export const kindOfField = (name: string): Kind | undefined => ofFields[name];

const KEPT = 100;

/** Values for requests: those of the world, and those in responses since its creation. */
export class Pool {
  world: World;
  /** Host and port of the server. */
  readonly host: string;
  readonly #learned = new Map<Kind, string[]>();

  constructor(world: World, host: string) {
    this.world = world;
    this.host = host;
  }

  /** Always draws the same number of random values, for any content, so that later choices stay the same. */
  pick(kind: Kind, random: Random): string {
    const [source, slot] = [random.next(), random.next()];
    const learned = this.#learned.get(kind) ?? [];
    const list = source < 0.3 && learned.length > 0 ? learned : this.world.pool[kind];
    return list[Math.floor(slot * list.length)] ?? unknownOf(kind, new Random(slot * 2 ** 32, 0));
  }

  pickAny(random: Random): string {
    return this.pick(random.pick(kinds), random);
  }

  learn(path: string, answer: unknown): void {
    // Excludes the accounts, keys and sessions that the torture itself needs.
    if (/^\/api\/(admin\/users|me\/)/.test(path)) return;
    let left = 200;
    const visit = (value: unknown, name: string): void => {
      if (left-- <= 0) return;
      if (Array.isArray(value)) for (const one of value) visit(one, name);
      else if (typeof value === 'object' && value !== null)
        for (const [key, one] of Object.entries(value)) visit(one, key);
      else if (typeof value === 'string') this.#learnOne(path, name, value);
    };
    visit(answer, '');
  }

  #learnOne(path: string, name: string, value: string): void {
    if (name.endsWith('Url')) {
      const rest = value.replace(/^https?:\/\/[^/]+/, '');
      const kind = ofUrls.find(([pattern]) => pattern.test(rest))?.[1];
      if (kind !== undefined) this.#keep(kind, rest);
    } else if (name === 'id' || name === 'token') this.#keep(kindOf(path, name), value);
    else if (name !== 'email' && ofFields[name] !== undefined) this.#keep(ofFields[name], value);
  }

  #keep(kind: Kind, value: string): void {
    const list = this.#learned.get(kind) ?? [];
    if (list.length >= KEPT) list.shift();
    list.push(value);
    this.#learned.set(kind, list);
  }
}
