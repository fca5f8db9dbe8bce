/** The operator may add trusted certificates. */
const KEPT = 'NODE_EXTRA_CA_CERTS';

/** Most variables for Node have no effect on a single binary; this removes those that are read later, or by threads. */
export function forgetNodeSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('NODE_') && name !== KEPT) delete env[name];
}
