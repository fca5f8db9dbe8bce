import type { Config } from '../config.ts';

/** Where a program on this machine reaches the server: every address stands for this machine here. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The outside address; `port` where the setting leaves it to the system. */
export const baseUrlOf = (config: Config, port = config.port): string => config.baseUrl ?? localUrl(config.host, port);
