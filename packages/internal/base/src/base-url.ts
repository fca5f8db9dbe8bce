export interface BaseUrl {
  /** Without a trailing slash: `https://drive.example.com/files`. */
  readonly href: string;
  /** Scheme, host and port: `https://drive.example.com`. */
  readonly origin: string;
  /** Path below the origin without a slash at the end; empty if the server has the host to itself. */
  readonly path: string;
  /** Whether the server is reached by https. */
  readonly isSecure: boolean;
  /** Absolute URL of a path of this server that begins with a slash. */
  link(path: string): string;
}

/** Throws a TypeError if `href` is no absolute URL. */
export function createBaseUrl(href: string): BaseUrl {
  const { origin, pathname, protocol } = new URL(href);
  const path = pathname.replace(/\/$/, '');
  const base = origin + path;
  return { href: base, origin, path, isSecure: protocol === 'https:', link: (rest) => base + rest };
}
