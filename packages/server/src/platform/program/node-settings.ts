/**
 * A variable meant for some other program on Node must not change what the single binary does. Most have no power over
 * it from the start; this takes it from those that are read later, in threads, too. NODE_EXTRA_CA_CERTS has been read by
 * then and stays in force: whose certificates to trust is for whoever runs the server to say.
 */
export function forgetNodeSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('NODE_')) delete env[name];
}
