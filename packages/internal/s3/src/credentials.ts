import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { messageOf, minuteMs, secondMs, type Clock } from '@drive/base';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Credentials that others replace while the client uses them. */
export interface ChangingCredentials {
  /** Those to sign with. Throws a CredentialsError if there are none yet. */
  readonly current: S3Credentials;
  /**
   * Replaces them if there are newer ones, and returns whether it did. Costs nothing as long as they cannot have changed, unless the
   * service has refused them. Rejects with a CredentialsError if those of now must not be used any more.
   */
  refresh(options?: { readonly isRefused: boolean }): Promise<boolean>;
}

/** There are no credentials. The message is for the operator. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** Credentials in the format of the AWS programs (`~/.aws/credentials`). Who rotates them writes the file anew. */
export class FileCredentials implements ChangingCredentials {
  readonly #path: string;
  readonly #profile: string;
  readonly #clock: Clock;
  #current: S3Credentials;
  #readAt: number;

  /** Throws a CredentialsError. */
  constructor(path: string, profile: string, clock: Clock) {
    this.#path = path;
    this.#profile = profile;
    this.#clock = clock;
    this.#readAt = clock.now();
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw new CredentialsError(`${path} cannot be read: ${messageOf(error)}`);
    }
    this.#current = parseProfile(text, path, profile);
  }

  get current(): S3Credentials {
    return this.#current;
  }

  async refresh({ isRefused } = { isRefused: false }): Promise<boolean> {
    if (!isRefused && Math.abs(this.#clock.now() - this.#readAt) < rereadMs) return false;
    this.#readAt = this.#clock.now();
    let found: S3Credentials;
    try {
      found = parseProfile(await readFile(this.#path, 'utf8'), this.#path, this.#profile);
    } catch {
      // Somebody is writing it: the credentials of before are valid until the service refuses them.
      return false;
    }
    if (isSame(found, this.#current)) return false;
    this.#current = found;
    return true;
  }
}

/** So often a file is read again, at most. */
const rereadMs = 10 * secondMs;

/** Temporary credentials, as the providers of the AWS SDK return them. */
export interface TemporaryCredentials extends S3Credentials {
  readonly expiration?: Date;
}

/** Credentials that expire, of the role of a machine or a container. */
export class RoleCredentials implements ChangingCredentials {
  readonly #load: () => Promise<TemporaryCredentials>;
  readonly #clock: Clock;
  #current: TemporaryCredentials | undefined;
  #loading: Promise<boolean> | undefined;
  #failedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(load: () => Promise<TemporaryCredentials>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  get current(): S3Credentials {
    if (this.#current === undefined) throw new CredentialsError('The role has no credentials yet');
    return this.#current;
  }

  async refresh({ isRefused } = { isRefused: false }): Promise<boolean> {
    const now = this.#clock.now();
    const leftMs = (this.#current?.expiration?.getTime() ?? Infinity) - now;
    if (this.#current !== undefined && !isRefused) {
      if (leftMs > renewBeforeMs) return false;
      if (leftMs > 0 && Math.abs(now - this.#failedAt) < retryMs) return false;
    }
    this.#loading ??= this.#replace().finally(() => (this.#loading = undefined));
    try {
      return await this.#loading;
    } catch (error) {
      this.#failedAt = now;
      if (this.#current !== undefined && leftMs > 0) return false;
      throw error instanceof CredentialsError
        ? error
        : new CredentialsError(`The role gives no credentials: ${messageOf(error)}`, { cause: error });
    }
  }

  async #replace(): Promise<boolean> {
    const found = await this.#load();
    const before = this.#current;
    this.#current = found;
    this.#renewLater(found);
    return before === undefined || !isSame(before, found);
  }

  /** Signed URLs are made without a request that would renew the credentials before. */
  #renewLater({ expiration }: TemporaryCredentials): void {
    clearTimeout(this.#timer);
    if (expiration === undefined) return;
    const inMs = Math.max(expiration.getTime() - this.#clock.now() - renewBeforeMs, retryMs);
    this.#timer = setTimeout(() => void this.refresh().catch(() => undefined), Math.min(inMs, maxTimerMs)).unref();
  }
}

/** So long before their end credentials are replaced. */
const renewBeforeMs = 5 * minuteMs;
/** Pause after a failure while the credentials of before are valid. */
const retryMs = 10 * secondMs;
const maxTimerMs = 2 ** 31 - 1;

/**
 * The role of the machine, the container or the service account, as the AWS SDK finds it from its own variables and files. Rejects with
 * a CredentialsError if the SDK's package, an optional peer, is not installed. `importProviders` is for tests.
 */
export async function loadRole(
  region: string,
  importProviders = () => import('./sdk-providers.ts'),
): Promise<TemporaryCredentials> {
  const { fromNodeProviderChain } = await importProviders().catch((error: unknown) => {
    throw new CredentialsError(
      'DRIVE_S3_CREDENTIALS=role needs the package @aws-sdk/credential-providers. Install it beside drive-server, or let another program write DRIVE_S3_CREDENTIALS_FILE.',
      { cause: error },
    );
  });
  return fromNodeProviderChain({ clientConfig: { region } })();
}

const isSame = (a: S3Credentials, b: S3Credentials): boolean =>
  a.accessKeyId === b.accessKeyId && a.secretAccessKey === b.secretAccessKey && a.sessionToken === b.sessionToken;

/** Throws a CredentialsError. */
function parseProfile(text: string, path: string, profile: string): S3Credentials {
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
    throw new CredentialsError(`${path} has no aws_access_key_id and aws_secret_access_key in a profile [${profile}].`);
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}
