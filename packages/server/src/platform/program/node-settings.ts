/** The operator may add trusted certificates. */
const KEPT = 'NODE_EXTRA_CA_CERTS';

/**
 * Variables for Node must not change the behaviour of the single binary. Most have no effect at the start; this removes
 * those that are read later, or by threads.
 */
export function forgetNodeSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('NODE_') && name !== KEPT) delete env[name];
}
