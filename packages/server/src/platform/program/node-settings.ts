/** Whose certificates to trust besides the usual ones is for whoever runs the program to say. */
const KEPT = 'NODE_EXTRA_CA_CERTS';

/**
 * A variable meant for some other program on Node must not change what the single binary does. Most have no power over
 * it from the start; this takes it from those that are read later, or by threads.
 */
export function forgetNodeSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('NODE_') && name !== KEPT) delete env[name];
}
