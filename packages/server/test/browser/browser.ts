import type { Drive } from '../drive.ts';
import { createCookieJar } from './cookie-jar.ts';

/** A page as a user sees it. */
export interface TestPage {
  readonly status: number;
  /** Path and query after redirects. */
  readonly path: string;
  readonly headers: Headers;
  readonly html: string;
  readonly heading: string;
  /** Values of the fields in `<main>`, also hidden ones. */
  readonly fields: Readonly<Record<string, string>>;
  /** The errors beside fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** The message about the form. */
  readonly notice: string | undefined;
}

/** A browser without scripts: keeps cookies, follows redirects, fills in forms. */
export interface TestBrowser {
  open(path: string): Promise<TestPage>;
  /** Posts the form in `<main>` of the page, with its hidden fields, or the form with that action. */
  submit(
    page: TestPage,
    values: Readonly<Record<string, string>>,
    options?: { readonly action?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<TestPage>;
  /** Cookie values by name, for all paths. */
  readonly cookies: ReadonlyMap<string, string>;
}

export function createTestBrowser(drive: Pick<Drive, 'url'>): TestBrowser {
  const jar = createCookieJar();

  async function go(path: string, init: RequestInit = {}): Promise<TestPage> {
    for (let hops = 0; hops < 5; hops += 1) {
      const headers = new Headers(init.headers);
      headers.set('accept', 'text/html');
      headers.set('cookie', jar.header(path));
      const response = await fetch(`${drive.url}${path}`, { ...init, headers, redirect: 'manual' });
      jar.store(path, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) return readPage(path, response);
      path = location;
      init = {};
    }
    throw new Error('redirected without end');
  }

  return {
    get cookies() {
      return new Map(jar.all().map(({ name, value }) => [name, value]));
    },
    open: (path) => go(path),
    submit: (page, values, { action, headers } = {}) => {
      const form = formsOf(page.html).find((each) => (action === undefined ? each.inMain : each.action === action));
      if (form === undefined) throw new Error(`no such form on ${page.path}`);
      const fields = new URLSearchParams({ ...form.fields, ...values });
      if (form.method === 'get') return go(`${form.action}?${fields.toString()}`);
      return go(form.action, {
        method: 'POST',
        body: fields,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      });
    },
  };
}

async function readPage(path: string, response: Response): Promise<TestPage> {
  const html = await response.text();
  const errors = [...html.matchAll(/<p class="wrong" id="field-(\w+)-error">([^<]*)<\/p>/g)];
  return {
    status: response.status,
    path,
    headers: response.headers,
    html,
    heading: decode(/<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''),
    fields: Object.assign(
      {},
      ...formsOf(html)
        .filter(({ inMain }) => inMain)
        .map(({ fields }) => fields),
    ) as Record<string, string>,
    errors: Object.fromEntries(errors.map(([, name, text]) => [name, decode(text ?? '')])),
    notice: decode(/<p class="notice[^>]*>([^<]*)<\/p>/.exec(html)?.[1]),
  };
}

interface Form {
  readonly method: string;
  readonly action: string;
  readonly inMain: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

function formsOf(html: string): Form[] {
  const main = html.indexOf('<main');
  return [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map((match) => {
    const inputs = [...(match[2] ?? '').matchAll(/<input([^>]*)>/g)]
      .map(([, attributes]) => attributes ?? '')
      .filter((input) => attribute(input, 'type') !== 'checkbox' || / checked\b/.test(input));
    return {
      method: attribute(match[1] ?? '', 'method') ?? 'get',
      action: attribute(match[1] ?? '', 'action') ?? '',
      inMain: match.index > main,
      fields: Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value') ?? ''])),
    };
  });
}

const attribute = (attributes: string, name: string): string | undefined =>
  decode(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
function decode(text: string): string;
function decode(text: string | undefined): string | undefined;
function decode(text: string | undefined): string | undefined {
  return text?.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? '');
}
