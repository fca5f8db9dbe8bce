import type { Keychain } from '../shell/world.ts';

/** The service name of our keys in the keyring. */
const SERVICE = 'drive-cli';

/**
 * Loads the system's keyring: @napi-rs/keyring, which is prebuilt for common platforms, or else keytar, which may have
 * to be compiled. Both are optional. Returns undefined if neither loads. A loaded keyring may still have no running
 * service.
 */
export async function loadSystemKeyring(): Promise<Keychain | undefined> {
  return (await loadNapiKeyring().catch(() => undefined)) ?? (await loadKeytar().catch(() => undefined));
}

async function loadNapiKeyring(): Promise<Keychain> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // On Linux the default store may be the kernel's keyring, which forgets its keys at a restart.
  const entryOf = (account: string) => new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
  return {
    find: async (account) => (await counted(entryOf(account).getPassword())) ?? undefined,
    save: (account, secret) => counted(entryOf(account).setPassword(secret)),
    remove: (account) => counted(entryOf(account).deletePassword()),
  };
}

async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  // A CommonJS module: its exports are the default export.
  const keytar = ('default' in module ? module.default : module) as typeof module;
  return {
    find: async (account) => (await counted(keytar.getPassword(SERVICE, account))) ?? undefined,
    save: (account, secret) => counted(keytar.setPassword(SERVICE, account, secret)),
    remove: (account) => counted(keytar.deletePassword(SERVICE, account)),
  };
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
