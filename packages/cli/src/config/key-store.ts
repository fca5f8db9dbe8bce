import type { Keychain, World } from '../shell/world.ts';
import { createCredentialsFile } from './credentials-file.ts';
import { configDirectory } from './directories.ts';

/** A keyring service may never answer. */
const KEYRING_TIMEOUT_MS = 3_000;
/** Not a valid profile name. */
const PROBE = '-';

/** `absent`: none can be loaded. `silent`: it did not answer in time. `failing`: it answered with an error. */
export type KeyringState = 'answers' | 'absent' | 'silent' | 'failing';

export type KeyPlace = 'keyring' | 'file';

/** Stores the keys of profiles in the system keyring, or in a file if there is none. */
export interface KeyStore {
  readonly filePath: string;
  /** The keyring has priority. */
  find(profile: string): Promise<{ key: string; place: KeyPlace } | undefined>;
  /** `beforeFile` is called when the keyring can't take the key and the file is about to be written. */
  save(profile: string, key: string, beforeFile: () => void): Promise<KeyPlace>;
  /** Removes the key from both stores. Returns whether it existed. */
  remove(profile: string): Promise<boolean>;
  /** State of the keyring. A locked one answers and is empty. */
  probe(): Promise<{ readonly state: KeyringState; readonly reason: string | undefined }>;
}

export function createKeyStore(world: Pick<World, 'env' | 'homeDirectory' | 'platform' | 'loadKeychain'>): KeyStore {
  const file = createCredentialsFile(configDirectory(world));
  let loading: Promise<Keychain | undefined> | undefined;
  let silent = false;

  /** Returns undefined if there is no keyring or it does not answer. */
  async function ask<T>(question: (keyring: Keychain) => Promise<T>): Promise<{ answer: T } | undefined> {
    if (silent) return undefined;
    loading ??= world.loadKeychain();
    const keyring = await withTimeout(loading);
    const answered = keyring && (await withTimeout(question(keyring).then((answer) => ({ answer }))));
    silent = answered === undefined;
    return answered;
  }

  return {
    filePath: file.path,
    async find(profile) {
      const asked = await ask((keyring) => keyring.find(profile));
      if (asked?.answer !== undefined) return { key: asked.answer, place: 'keyring' };
      const key = await file.find(profile);
      return key === undefined ? undefined : { key, place: 'file' };
    },
    async save(profile, key, beforeFile) {
      // Read back: a keyring that is locked takes a key without keeping it.
      const kept = await ask(async (keyring) => {
        await keyring.save(profile, key);
        return (await keyring.find(profile)) === key;
      });
      if (kept?.answer) {
        await file.remove(profile);
        return 'keyring';
      }
      beforeFile();
      await file.save(profile, key);
      return 'file';
    },
    async remove(profile) {
      const asked = await ask((keyring) => keyring.remove(profile));
      const fromFile = await file.remove(profile);
      return asked?.answer === true || fromFile;
    },
    async probe() {
      const keyring = await withTimeout(world.loadKeychain());
      if (keyring === undefined) return { state: 'absent', reason: undefined };
      const tried = await withTimeout(
        keyring.find(PROBE).then(
          () => ({ state: 'answers' as const, reason: undefined }),
          (error: unknown) => ({
            state: 'failing' as const,
            reason: error instanceof Error ? error.message : String(error),
          }),
        ),
      );
      return tried ?? { state: 'silent', reason: undefined };
    },
  };
}

/** Returns undefined on failure or timeout. */
async function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, KEYRING_TIMEOUT_MS, undefined);
  });
  try {
    return await Promise.race([promise, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
