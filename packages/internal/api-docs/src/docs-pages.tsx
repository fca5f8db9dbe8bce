import { DomainError } from '@drive/access';
import { limits } from '@drive/contract';
import { pageQuery, pageText, type Router } from '@drive/http-api';
import { mountAsset, pageResponse, readClientScript } from '@drive/pages';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { docsCss } from './docs-css.ts';
import { DocsIndex } from './docs-index.ts';
import { DocsNav, Method } from './docs-nav.tsx';
import { EndpointCard, EventCard } from './endpoint-card.tsx';
import { slugOf, type Endpoint, type OpenApi } from './open-api.ts';
import { Prose } from './prose.tsx';

const script = readClientScript('api-docs', import.meta.url);

const docsQuery = pageQuery({ q: pageText(limits.codeCharacters) });

/** The pages load nothing from other hosts. Without their script, copying and calls do not work. */
export function mountDocs(router: Router, readApi: () => OpenApi, basePath: string): void {
  const show = (context: Context, title: string, nav: Child, content: Child): Promise<Response> =>
    pageResponse(
      context,
      {
        title,
        basePath,
        wide: true,
        style: docsCss,
        scripts: [script.path],
        // The page is the same for everybody until another version of the server runs.
        cacheControl: 'public, max-age=300',
      },
      <div class="docs">
        {nav}
        <div>{content}</div>
      </div>,
    );
  mountAsset(router, script);
  let read: DocsIndex | undefined;
  const readIndex = (): DocsIndex => (read ??= new DocsIndex(readApi()));

  router.page('GET', '/api/docs', (context) => {
    const index = readIndex();
    const query = docsQuery.of(context).q?.trim() ?? '';
    return show(
      context,
      'API',
      <DocsNav index={index} basePath={basePath} query={query} />,
      query === '' ? (
        <Overview index={index} basePath={basePath} />
      ) : (
        <Found index={index} basePath={basePath} query={query} />
      ),
    );
  });

  router.page('GET', '/api/docs/{tag}', (context) => {
    const index = readIndex();
    const { api } = index;
    const tag = api.tags.find(({ name }) => slugOf(name) === context.req.param('tag'));
    if (tag === undefined) throw new DomainError('not_found', 'This section of the API does not exist.');
    const { name, description = name } = tag;
    const events = name === 'Webhooks' ? Object.entries(api.webhooks ?? {}) : [];
    return show(
      context,
      `${name} · API`,
      <DocsNav index={index} basePath={basePath} current={name} />,
      <>
        <h1>{name}</h1>
        {description !== name && <Prose text={description} />}
        {index.endpointsOf(name).map((endpoint) => (
          <EndpointCard api={api} endpoint={endpoint} />
        ))}
        {events.length > 0 && <h2>Events</h2>}
        {events.flatMap(([type, methods]) =>
          Object.values(methods).map((event) => <EventCard api={api} name={type} event={event} />),
        )}
      </>,
    );
  });
}

interface ListProps {
  readonly index: DocsIndex;
  readonly basePath: string;
}

function Found({ index, basePath, query }: ListProps & { query: string }) {
  const endpoints = index.search(query);
  return (
    <>
      <h1>Operations with “{query}”</h1>
      <section class="card">
        {endpoints.length === 0 ? <p>There are none.</p> : <Calls basePath={basePath} endpoints={endpoints} />}
      </section>
    </>
  );
}

function Calls({ basePath, endpoints }: { basePath: string; endpoints: readonly Endpoint[] }) {
  return (
    <ul class="calls">
      {endpoints.map(({ operationId, method, path, summary, tags: [tag = ''] }) => (
        <li>
          <a class="address" href={`${basePath}/api/docs/${slugOf(tag)}#${operationId}`}>
            <code>
              <Method name={method} /> {path}
            </code>
          </a>
          <span class="muted">{summary}</span>
        </li>
      ))}
    </ul>
  );
}

function Overview({ index, basePath }: ListProps) {
  const { api } = index;
  return (
    <>
      <h1>The API of this server</h1>
      <section class="card">
        <p>
          Version {api.info.version}, at <code>{api.servers[0]?.url}</code>. Also available as{' '}
          <a href={`${basePath}/api/openapi.json`}>OpenAPI 3.1</a>.
        </p>
        <ul>
          <li>
            <a href={`${basePath}/install`}>Install</a> has the SDK for TypeScript and the command line of this server.
          </li>
          <li>
            Programs sign in with a key: <code>Authorization: Bearer svc_…</code>. Browsers have a session cookie, and
            send the value of the cookie <code>XSRF-TOKEN</code> as <code>X-XSRF-TOKEN</code> with each request that
            changes data.
          </li>
          <li>
            Bodies are JSON. Errors are <code>{'{timestamp, status, error, code, message}'}</code>; programs should
            check <code>code</code>.
          </li>
          <li>
            Responses with status 429 have <code>Retry-After</code> in seconds; <code>X-RateLimit-Remaining</code> is
            the number of remaining requests.
          </li>
          <li>
            Lists take <code>page</code> and <code>limit</code>, and return <code>pagination</code> beside the rows.
          </li>
          <li>
            If an operation takes an <code>Idempotency-Key</code>, repeating it with the same key is safe.
          </li>
        </ul>
      </section>
      {api.tags.map(({ name }) => (
        <section class="card">
          <h2>
            <a href={`${basePath}/api/docs/${slugOf(name)}`}>{name}</a>
          </h2>
          <Calls basePath={basePath} endpoints={index.endpointsOf(name)} />
        </section>
      ))}
    </>
  );
}
