/**
 * The cookies of a session. Browsers manage cookies themselves; elsewhere they are kept here for the lifetime of the
 * client.
 */
export class Session {
  readonly #cookies = new Map<string, string>();

  /** Adds the cookies, and the XSRF token that the server requires on requests that change data. */
  addTo(headers: Headers, method: string | undefined): void {
    if (this.#cookies.size > 0)
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (method === 'GET' || headers.has('x-xsrf-token')) return;
    const token = this.#cookies.get(xsrfCookie) ?? tokenOfPage();
    if (token !== undefined) headers.set('x-xsrf-token', decodeURIComponent(token));
  }

  /** Stores the cookies of a response. Browsers hide them, so this does nothing there. */
  store(headers: Headers): void {
    for (const cookie of headers.getSetCookie?.() ?? []) {
      const [, name = '', value = ''] = /^\s*([^=;\s][^=;]*)=([^;]*)/.exec(cookie) ?? [];
      if (name === '') continue;
      if (value === '' || /;\s*max-age=0\b/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

const xsrfCookie = 'XSRF-TOKEN';

function tokenOfPage(): string | undefined {
  const cookies = (globalThis as { document?: { cookie?: string } }).document?.cookie;
  return cookies === undefined ? undefined : /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
}
