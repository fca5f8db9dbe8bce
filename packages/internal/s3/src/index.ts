export {
  S3Client,
  type S3Body,
  type S3Bytes,
  type S3ClientOptions,
  type S3Multipart,
  type S3Object,
} from './s3-client.ts';
export { CredentialsFileError, readCredentialsFile } from './credentials-file.ts';
export { S3Error, type S3Credentials, type S3Location } from './s3-transport.ts';
