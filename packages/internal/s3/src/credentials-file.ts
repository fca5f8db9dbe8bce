import { readFileSync } from 'node:fs';
import { messageOf } from '@drive/base';
import type { S3Credentials } from './s3-transport.ts';

/** A file of credentials is missing, cannot be read, or lacks the profile. The message is for the operator. */
export class CredentialsFileError extends Error {
  override readonly name = 'CredentialsFileError';
}

/** Reads a profile of a file in the format of the AWS programs (`~/.aws/credentials`). */
export function readCredentialsFile(path: string, profile: string): S3Credentials {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CredentialsFileError(`${path} cannot be read: ${messageOf(error)}`);
  }
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';')) continue;
    if (trimmed.startsWith('[') && trimmed.endsWith(']')) {
      section = trimmed.slice(1, -1).trim();
      continue;
    }
    const at = trimmed.indexOf('=');
    if (section === profile && at > 0) values.set(trimmed.slice(0, at).trim(), trimmed.slice(at + 1).trim());
  }
  const accessKeyId = values.get('aws_access_key_id') ?? '';
  const secretAccessKey = values.get('aws_secret_access_key') ?? '';
  const sessionToken = values.get('aws_session_token') ?? '';
  if (accessKeyId === '' || secretAccessKey === '')
    throw new CredentialsFileError(
      `${path} has no aws_access_key_id and aws_secret_access_key in a profile [${profile}].`,
    );
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}
