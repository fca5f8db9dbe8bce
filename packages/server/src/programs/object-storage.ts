import { systemClock, systemRandom } from '@drive/base';
import { blobPrefix } from '@drive/blobs';
import { findSetting, findStorage, keepStorage } from '@drive/nodes';
import {
  FileCredentials,
  loadRole,
  RoleCredentials,
  S3Client,
  S3Error,
  type ChangingCredentials,
  type S3Credentials,
} from '@drive/s3';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/index.ts';

/** The object storage cannot be used, or is not that of the database. The message is for the operator. */
export class ObjectStorageError extends Error {
  override readonly name = 'ObjectStorageError';
}

/** Files are still being moved to the storage. */
export class UnfinishedMoveError extends ObjectStorageError {
  constructor(place: string) {
    super(
      `The files of this drive have not all been moved to ${place}. Set DRIVE_STORAGE_URL to where they were, and run: drive-server move-storage ${place}`,
    );
  }
}

/** Connects at the first request. Throws a CredentialsError. */
export function openObjectStorage(config: Config): S3Client {
  const { hostname: bucket, pathname } = new URL(config.storageUrl ?? '');
  const prefix = pathname
    .split('/')
    .filter((part) => part !== '')
    .join('/');
  return new S3Client({
    endpoint: endpointOf(config),
    publicEndpoint: config.s3PublicEndpoint,
    region: config.s3Region,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    usesPathStyle: config.s3PathStyle ?? config.s3Endpoint !== undefined,
    credentials: credentialsOf(config),
    encryption: config.s3Encryption,
    kmsKeyId: config.s3KmsKeyId,
    storageClass: config.s3StorageClass,
    clock: systemClock,
    random: systemRandom,
  });
}

function credentialsOf(config: Config): S3Credentials | ChangingCredentials {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3SessionToken: sessionToken } = config;
  if (config.s3Credentials === 'role') return new RoleCredentials(() => loadRole(config.s3Region), systemClock);
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  return new FileCredentials(config.s3CredentialsFile ?? '', config.s3Profile, systemClock);
}

const endpointOf = ({ s3Endpoint, s3Region }: Config): string => s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`;

/**
 * Ties the storage and the database to each other, by an id that both have. Rejects with an ObjectStorageError if the storage does
 * not answer, refuses, or belongs to another database. Returns the id.
 */
export function claimObjectStorage(config: Config, database: Database): Promise<string> {
  return withClient(config, async (client) => {
    // In this order: the row of another first server precedes its object.
    const found = await findId(client);
    const known = await findStorage(database);
    const place = String(config.storageUrl);
    if (found !== undefined && found === (await findSetting(database.reader, 'next_storage')))
      throw new UnfinishedMoveError(place);
    if (found !== undefined && found !== known)
      throw new ObjectStorageError(
        `${place} belongs to another drive. Set DRIVE_STORAGE_URL to ${known === undefined ? 'another bucket or prefix' : 'the one that this database was used with'}.`,
      );
    await tryWriting(config, client);
    if (found !== undefined) return found;
    // An interrupted start has left an id in the database alone; a restored drive has blobs, and no id beside them.
    if ((await hasFiles(database)) && !(await hasBlobs(client)))
      throw new ObjectStorageError(
        `${place} is not the storage of this database, which has files elsewhere. Set DRIVE_STORAGE_URL to where they are, or move them: drive-server move-storage ${place}.`,
      );
    // The row comes first: of two servers that start at once, both store the id of the first.
    const id = await keepStorage(database, systemRandom.uuid());
    await putId(client, id);
    return id;
  });
}

/**
 * Writes an object as uploads do. Nothing else shows before the first upload that the storage refuses writing, the storage class
 * or the encryption.
 */
async function tryWriting(config: Config, client: S3Client): Promise<void> {
  try {
    await client.put(probeKey, { pieces: [Buffer.from('ok\n')] });
  } catch (error) {
    const { s3StorageClass, s3Encryption, s3KmsKeyId } = config;
    const given = { S3_STORAGE_CLASS: s3StorageClass, S3_ENCRYPTION: s3Encryption, S3_KMS_KEY_ID: s3KmsKeyId };
    const named = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`DRIVE_${name}=${value}`],
    );
    if (!(error instanceof S3Error) || ![400, 403].includes(error.status) || named.length === 0) throw error;
    throw new ObjectStorageError(
      `The object storage ${endpointOf(config)} refuses objects with ${named.join(' and ')} (${error.code}). Check that it supports them, and lets the access key write them.`,
      { cause: error },
    );
  }
  await client.delete(probeKey);
}

/** Id of the database that the storage belongs to, or that is being moved there; undefined: none. */
export const findObjectStorageId = (config: Config): Promise<string | undefined> => withClient(config, findId);

export const writeObjectStorageId = (config: Config, id: string): Promise<void> =>
  withClient(config, async (client) => {
    await tryWriting(config, client);
    await putId(client, id);
  });

const idKey = 'storage-id';
const probeKey = 'write-check';

const putId = (client: S3Client, id: string): Promise<void> =>
  client.put(idKey, { pieces: [Buffer.from(`${id}\n`)] }, { isTemporary: true });

async function findId(client: S3Client): Promise<string | undefined> {
  const body = await client.get(idKey);
  if (body === undefined) return undefined;
  let text = '';
  for await (const chunk of body.stream) text += String(chunk);
  return text.trim();
}

/** Whether no drive has files there. Rejects with an ObjectStorageError if it cannot be used. */
export const isObjectStorageUnused = (config: Config): Promise<boolean> =>
  withClient(config, async (client) => !(await hasBlobs(client)));

/** Removes the blobs, unless a server has claimed the storage since. */
export const clearUnclaimed = (config: Config): Promise<void> =>
  withClient(config, async (client) => {
    if ((await findId(client)) !== undefined) return;
    for await (const { key } of client.list({ prefix: blobPrefix })) await client.delete(key);
  });

async function withClient<T>(config: Config, work: (client: S3Client) => Promise<T>): Promise<T> {
  const client = openObjectStorage(config);
  try {
    return await work(client);
  } catch (error) {
    throw error instanceof S3Error ? new ObjectStorageError(explain(config, error), { cause: error }) : error;
  } finally {
    await client.close();
  }
}

/** Whether blobs are there. */
async function hasBlobs(client: S3Client): Promise<boolean> {
  const { done } = await client.list({ prefix: blobPrefix })[Symbol.asyncIterator]().next();
  return done !== true;
}

export async function hasFiles(database: Database): Promise<boolean> {
  const query = database.reader
    .selectFrom('items')
    .select('row_id')
    .where(({ or, eb }) => or([eb('blob_key', 'is not', null), eb('shared_key', 'is not', null)]));
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

function explain(config: Config, { status, code, region, message }: S3Error): string {
  const endpoint = endpointOf(config);
  const bucket = new URL(config.storageUrl ?? '').hostname;
  if (code === 'NoCredentials') return `${message}.`.replace(/\.\.$/, '.');
  if (status === 0 && /CERT|ISSUER|LEAF_SIGNATURE/.test(code))
    return `The certificate of the object storage ${endpoint} is not trusted (${code}). Name its authority in NODE_EXTRA_CA_CERTS.`;
  if (status === 0) return `The object storage ${endpoint} does not answer (${code}). Check DRIVE_S3_ENDPOINT.`;
  if (code === 'NoSuchBucket')
    return `There is no bucket ${bucket} at ${endpoint}. Create it, or check DRIVE_STORAGE_URL and DRIVE_S3_ENDPOINT.`;
  if (region !== undefined || status === 301)
    return `The bucket ${bucket} is not in the region ${config.s3Region}. Set DRIVE_S3_REGION to ${region ?? 'that of the bucket'}.`;
  if (status === 403 || status === 401)
    return (
      `${endpoint} refuses the credentials for the bucket ${bucket} (${code}). ` +
      'Check DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY, and that they may list, read, write and delete.'
    );
  return `The object storage ${endpoint} cannot be used: ${message}`;
}
