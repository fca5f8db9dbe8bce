/** Parsers of upload requests: headers, forms and digests. They store no bytes. */
export { DigestCheck, readDigests, type BodyChecksums, type DeclaredDigest } from './body-digests.ts';
export {
  contentLengthOf,
  contentTypeOf,
  readBody,
  readModifiedAt,
  requireWholeBytes,
  type DeclaredBody,
} from './declared-body.ts';
export {
  announcedFormBytes,
  formOverheadBytes,
  receiveForm,
  type MultipartOptions,
  type ReceivedFile,
  type ReceivedForm,
  type StagedFormFile,
} from './multipart-form.ts';
export {
  checksumAlgorithms,
  methodOf,
  readChecksum,
  readCreation,
  toSessionMetadata,
  tusExtensions,
  tusVersion,
  type Creation,
} from './tus-headers.ts';
