/** The cookies of a browser for one host: RFC 6265, sections 5.2 to 5.4. */
export interface CookieJar {
  /** `path` is that of the response's request. */
  store(path: string, setCookies: readonly string[]): void;
  /** The `cookie` header of a request for this path; empty if there is nothing to send. */
  header(path: string): string;
  /** All cookies, longest path first. */
  all(): readonly StoredCookie[];
}

export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, StoredCookie>();
  const all = (): StoredCookie[] => [...cookies.values()].toSorted((a, b) => b.path.length - a.path.length);
  return {
    store: (path, setCookies) => {
      for (const setCookie of setCookies) {
        const [pair = '', ...parts] = setCookie.split(';');
        const attributes = new Map(
          parts.map((part) => {
            const [name = '', ...value] = part.trim().split('=');
            return [name.toLowerCase(), value.join('=')];
          }),
        );
        const equals = pair.indexOf('=');
        const given = attributes.get('path') ?? '';
        const cookie = {
          name: pair.slice(0, equals).trim(),
          value: pair.slice(equals + 1).trim(),
          path: given.startsWith('/') ? given : defaultPath(path),
        };
        const key = `${cookie.name} ${cookie.path}`;
        if (Number(attributes.get('max-age') ?? 1) <= 0) cookies.delete(key);
        else cookies.set(key, cookie);
      }
    },
    header: (path) => {
      const [plain = ''] = path.split('?', 1);
      return all()
        .filter((cookie) => matches(plain, cookie.path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
    all,
  };
}

const defaultPath = (path: string): string => {
  const [plain = ''] = path.split('?', 1);
  return plain.slice(0, Math.max(1, plain.lastIndexOf('/')));
};

const matches = (path: string, cookiePath: string): boolean =>
  path === cookiePath || (path.startsWith(cookiePath) && (cookiePath.endsWith('/') || path[cookiePath.length] === '/'));
