/** Prefix of the keys of all blobs in a bucket; on disk, their directory. */
export const blobPrefix = 'blobs/';
export const blobKeyPattern = /^[a-z0-9]{1,20}\/[a-z0-9]{1,64}$/;
const stagingIdPattern = /^[\w-]{1,100}$/;

/** Throws a TypeError for a key that could leave the place of the blobs. */
export function requireBlobKey(key: string): string {
  if (!blobKeyPattern.test(key)) throw new TypeError('not a key of a blob');
  return key;
}

export const isStagingId = (id: string): boolean => stagingIdPattern.test(id);

/** Throws a TypeError for an id that could leave the place of staged bytes. */
export function requireStagingId(id: string): string {
  if (!isStagingId(id)) throw new TypeError('not an id of an upload');
  return id;
}
