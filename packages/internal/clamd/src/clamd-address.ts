export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** `host:port`, `[::1]:3310`, `/path/of/a/socket` or `unix:/path`; undefined for any other text. */
export function parseClamdAddress(text: string): ClamdAddress | undefined {
  const path = text.startsWith('unix:') ? text.slice('unix:'.length) : text;
  if (path.startsWith('/')) return /[\0\r\n]/.test(path) || path.length > 100 ? undefined : { path };
  const [, ipv6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}
