import type { Keychain } from '../shell/world.ts';

/** Under which the keyring files our keys. */
const SERVICE = 'drive-cli';

/**
 * The system's keyring through keytar, which is optional: it has to be compiled on systems it ships no binary for.
 * undefined where it is not there. That a keyring is loaded does not mean that a service answers behind it.
 */
export async function loadSystemKeyring(): Promise<Keychain | undefined> {
  try {
    const module = await import('keytar');
    // A CommonJS module: what it exports is the default.
    const keytar = ('default' in module ? module.default : module) as typeof module;
    return {
      find: async (account) => (await counted(keytar.getPassword(SERVICE, account))) ?? undefined,
      save: (account, secret) => counted(keytar.setPassword(SERVICE, account, secret)),
      remove: (account) => counted(keytar.deletePassword(SERVICE, account)),
    };
  } catch {
    return undefined;
  }
}

let unanswered = 0;

async function counted<T>(call: Promise<T>): Promise<T> {
  unanswered++;
  try {
    return await call;
  } finally {
    unanswered--;
  }
}

/** Whether a thread of this process is still waiting for the keyring. */
export const isKeyringWaitedFor = (): boolean => unanswered > 0;
