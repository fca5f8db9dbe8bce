import { createHash } from 'node:crypto';
import type { Drive } from '../drive.ts';
import { writeAnswer, type Exchanged } from './exchange.ts';
import type { SentFile, WayIn } from './ways-in.ts';

/** What a column sends through a door, and how it writes the result. */
export type InColumn = (drive: Drive, way: WayIn) => Promise<string>;

const names = (function* () {
  for (let number = 1; ; number += 1) yield `100%25 “ü” #${number}.dat`;
})();
/** A new name that URLs, headers and XML have to encode. */
const newName = (): string => names.next().value ?? '';
const content = Buffer.from('0123456789');
const plain = (): SentFile => ({ name: newName(), type: 'text/csv', body: content });

const digestOf = (algorithm: string, encoding: 'base64' | 'base64url' | 'hex', bytes: Buffer = content): string =>
  createHash(algorithm).update(bytes).digest(encoding);
const other = Buffer.from('other');

const isStored = ({ status }: Exchanged): boolean => (status >= 200 && status < 300) || status === 303;

/** The newest file, as it is stored. */
async function newestFile({ database }: Drive) {
  return database.reader
    .selectFrom('items')
    .select(['name', 'mime_type', 'modified_at', 'size', 'sha256'])
    .where('is_folder', '=', 0)
    .orderBy('row_id', 'desc')
    .executeTakeFirstOrThrow();
}

const stored =
  (wanted: () => SentFile, write: (file: Awaited<ReturnType<typeof newestFile>>, sent: SentFile) => string): InColumn =>
  async (drive, way) => {
    const file = wanted();
    const answer = await way.send(file);
    return isStored(answer) ? write(await newestFile(drive), file) : writeAnswer(answer);
  };

const dated = (year: number): InColumn => {
  const modifiedAt = Date.UTC(year, 1, 28, 12, 30, 15);
  return stored(
    () => ({ ...plain(), modifiedAt }),
    ({ modified_at: at }) => (at === modifiedAt ? 'kept' : at === null ? 'none' : new Date(at).toISOString()),
  );
};

/** `kept` if the bytes are stored completely. */
const withHeaders = (headers: Readonly<Record<string, string>>, more: Partial<SentFile> = {}): InColumn =>
  stored(
    () => ({ ...plain(), ...more, headers }),
    ({ sha256 }, { body }) => (sha256 === null || sha256 === digestOf('sha256', 'hex', body) ? 'kept' : 'changed'),
  );

/** Sends a file over one of the same name. */
const onTaken =
  (headers: Readonly<Record<string, string>>): InColumn =>
  async (_drive, way) => {
    const file = plain();
    await way.send(file);
    const answer = await way.send({ ...file, body: other, headers });
    return isStored(answer) ? 'stored' : writeAnswer(answer);
  };

/** Sends a file over one of the same name, with guards in the description of the file. */
const guarded =
  (guard: NonNullable<SentFile['guard']>): InColumn =>
  async (_drive, way) => {
    if (way.isReserved !== true) return '-';
    const file = plain();
    await way.send(file);
    const answer = await way.send({ ...file, body: other, guard });
    return isStored(answer) ? 'stored' : writeAnswer(answer);
  };

/** The event of the newest file, and what caused it. */
const event: InColumn = async (drive, way) => {
  const answer = await way.send(plain());
  if (!isStored(answer)) return writeAnswer(answer);
  const { database } = drive;
  const item = await database.reader
    .selectFrom('items')
    .select('id')
    .where('is_folder', '=', 0)
    .orderBy('row_id', 'desc')
    .executeTakeFirstOrThrow();
  const events = await database.reader
    .selectFrom('events')
    .select(['type', 'data'])
    .where('item_id', '=', item.id)
    .where('type', 'like', 'file.%')
    .execute();
  const originOf = (data: string): string => (JSON.parse(data) as { origin: { kind: string } }).origin.kind;
  return events.map(({ type, data }) => `${type} by ${originOf(data)}`).join(', ');
};

export const inColumns: Readonly<Record<string, InColumn>> = {
  event,
  name: stored(plain, ({ name }, sent) => (name === sent.name ? 'kept' : name)),
  type: stored(plain, ({ mime_type: type }) => (type === 'text/csv' ? 'kept' : String(type))),
  '1965': dated(1965),
  '2040': dated(2040),
  'no date': stored(plain, ({ modified_at: at }) => (at === null ? 'none' : 'invented')),
  'empty file': stored(
    () => ({ ...plain(), body: Buffer.alloc(0) }),
    ({ size }) => (size === 0 ? 'kept' : 'changed'),
  ),
  'empty folder': async (_drive, way) =>
    way.makeFolder === undefined ? '-' : writeAnswer(await way.makeFolder(newName())),
  'Repr-Digest': withHeaders({ 'repr-digest': `sha-256=:${digestOf('sha256', 'base64')}:` }),
  'wrong Repr-Digest': withHeaders({ 'repr-digest': `sha-256=:${digestOf('sha256', 'base64', other)}:` }),
  'Content-MD5': withHeaders({ 'content-md5': digestOf('md5', 'base64') }),
  'wrong Content-MD5': withHeaders({ 'content-md5': digestOf('md5', 'base64', other) }),
  'OC-Checksum': withHeaders({ 'oc-checksum': `SHA1:${digestOf('sha1', 'hex')}` }),
  'wrong OC-Checksum': withHeaders({ 'oc-checksum': `SHA1:${digestOf('sha1', 'hex', other)}` }),
  'Content-Range': withHeaders({ 'content-range': 'bytes 2-6/20' }),
  'Content-Encoding': withHeaders({ 'content-encoding': 'gzip' }),
  identity: withHeaders({ 'content-encoding': 'identity' }),
  chunked: withHeaders({}, { isChunked: true }),
  Expect: withHeaders({ expect: '100-continue' }),
  'If-None-Match: *': onTaken({ 'if-none-match': '*' }),
  'stale If-Match': onTaken({ 'if-match': '"stale"' }),
  'old If-Unmodified-Since': onTaken({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }),
  // The entity tags of WebDAV are written in another way.
  'If-Match': onTaken({ 'if-match': `"${digestOf('sha256', 'hex')}", "${digestOf('sha256', 'base64url')}"` }),
  ifMatch: guarded({ ifMatch: digestOf('sha256', 'hex') }),
  'stale ifMatch': guarded({ ifMatch: digestOf('sha256', 'hex', other) }),
  ifAbsent: guarded({ ifAbsent: true }),
};
