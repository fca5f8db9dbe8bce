import type { Config } from '../config.ts';

/** URL of the server for a program on this machine; an address for all interfaces becomes the local one. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The base URL; `port` is used if the setting lets the system choose. */
export const baseUrlOf = (config: Config, port = config.port): string => config.baseUrl ?? localUrl(config.host, port);
