/**
 * Who is signed in by a session. A browser keeps its cookies and shows one of them to the page; anywhere else nobody does,
 * so that they are kept here, for as long as the client lives.
 */
export class Session {
  readonly #cookies = new Map<string, string>();

  /** What a request that changes data must bring; the server compares it with the session's. */
  prove(headers: Headers, method: string | undefined): void {
    if (this.#cookies.size > 0)
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (method === 'GET' || headers.has('x-xsrf-token')) return;
    const token = this.#cookies.get(xsrfCookie) ?? tokenOfPage();
    if (token !== undefined) headers.set('x-xsrf-token', decodeURIComponent(token));
  }

  /** Browsers show no cookies of an answer: there is nothing to keep then. */
  learn(headers: Headers): void {
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
