export {
  S3Client,
  type S3Body,
  type S3Bytes,
  type S3ClientOptions,
  type S3Multipart,
  type S3Object,
} from './s3-client.ts';
export {
  CredentialsError,
  FileCredentials,
  loadRole,
  RoleCredentials,
  type ChangingCredentials,
  type S3Credentials,
} from './credentials.ts';
export { S3Error, type S3Location } from './s3-transport.ts';
