import type { Context } from 'hono';
import { pageResponse } from '../../../pages/layout.tsx';
import { DomainError } from '../../../platform/errors.ts';
import type { Router } from '../../../platform/http/router.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { type Endpoint, listEndpoints, type OpenApi, slugOf } from './open-api.ts';
import { styleOf } from '../../../pages/css.ts';

/** Additional styles of the API reference pages. */
const docsCss = styleOf(`
main.wide{max-width:56rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:.5rem 0 1rem;padding:.75rem 1rem;overflow-x:auto;background:var(--page);border:1px solid var(--line);border-radius:8px}
section.card>h2:first-child{margin-top:0}
.method{display:inline-block;min-width:4.5em;font-weight:700}
.address{overflow-wrap:anywhere}
.calls{list-style:none;margin:0;padding:0}
.calls li{display:grid;grid-template-columns:minmax(0,1fr);padding:.375rem 0;border-top:1px solid var(--line)}
@media(min-width:44rem){.calls li{grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem}}
.fields{list-style:none;margin:0;padding:0;font-size:.9375rem}
.fields li{display:grid;grid-template-columns:minmax(0,1fr);padding:.375rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
@media(min-width:44rem){.fields li{grid-template-columns:minmax(0,4fr) minmax(0,3fr) minmax(0,6fr);gap:1rem}}
summary{cursor:pointer;font-weight:600;padding:.25rem 0}
h3{margin:1.25rem 0 .25rem;font-size:.9375rem}
main a{display:inline-block;min-height:1.75rem;padding:.125rem 0}
nav.tags{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0 0 1.25rem}
`);

/** `GET /api/docs`: the API reference as a page, from the OpenAPI description. No script, no external resources. */
export function mountDocs(router: Router, readApi: () => OpenApi, basePath: string): void {
  const show = (context: Context, title: string, content: ReturnType<typeof Overview>): Promise<Response> =>
    pageResponse(
      context,
      // The page is the same for everybody until another version of the server runs.
      { title, basePath, wide: true, style: docsCss, cacheControl: 'public, max-age=300' },
      content,
    );

  router.page('GET', '/api/docs', (context) => show(context, 'API', <Overview api={readApi()} basePath={basePath} />));

  router.page('GET', '/api/docs/{tag}', (context) => {
    const api = readApi();
    const tag = api.tags.find(({ name }) => slugOf(name) === context.req.param('tag'));
    if (tag === undefined) throw new DomainError('not_found', 'This section of the API does not exist.');
    return show(
      context,
      `${tag.name} · API`,
      <>
        <Tags api={api} basePath={basePath} current={tag.name} />
        <h1>{tag.name}</h1>
        {tag.description !== tag.name && <p class="muted">{tag.description}</p>}
        {endpointsOf(api, tag.name).map((endpoint) => (
          <EndpointCard api={api} endpoint={endpoint} />
        ))}
      </>,
    );
  });
}

const endpointsOf = (api: OpenApi, tag: string): Endpoint[] =>
  listEndpoints(api.paths).filter(({ tags }) => tags.includes(tag));

function Tags({ api, basePath, current }: { api: OpenApi; basePath: string; current?: string }) {
  return (
    <nav class="tags" aria-label="Sections of the API">
      <a href={`${basePath}/api/docs`} aria-current={current === undefined ? 'page' : undefined}>
        Overview
      </a>
      {api.tags.map(({ name }) => (
        <a href={`${basePath}/api/docs/${slugOf(name)}`} aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

function Overview({ api, basePath }: { api: OpenApi; basePath: string }) {
  return (
    <>
      <h1>The API of this server</h1>
      <section class="card">
        <p>
          Version {api.info.version}, at <code>{api.servers[0]?.url}</code>. The same as{' '}
          <a href={`${basePath}/api/openapi.json`}>OpenAPI 3.1</a>.
        </p>
        <ul>
          <li>
            <a href={`${basePath}/install`}>Install</a> has the SDK for TypeScript and the command line of this server.
          </li>
          <li>
            Programs sign in with a key: <code>Authorization: Bearer svc_…</code>. Browsers have a session cookie, and
            send the value of the cookie <code>XSRF-TOKEN</code> as <code>X-XSRF-TOKEN</code> with whatever changes
            something.
          </li>
          <li>
            Bodies are JSON. Errors are <code>{'{timestamp, status, error, code, message}'}</code>; programs should
            check <code>code</code>.
          </li>
          <li>
            429 bears <code>Retry-After</code> in seconds; the remaining budget is in <code>X-RateLimit-Remaining</code>
            .
          </li>
          <li>
            Lists take <code>page</code> and <code>limit</code>, and answer <code>pagination</code> beside the rows.
          </li>
          <li>
            Where a call takes an <code>Idempotency-Key</code>, repeating it with the same key is safe.
          </li>
        </ul>
      </section>
      {api.tags.map(({ name }) => (
        <section class="card">
          <h2>
            <a href={`${basePath}/api/docs/${slugOf(name)}`}>{name}</a>
          </h2>
          <ul class="calls">
            {endpointsOf(api, name).map(({ operationId, method, path, summary }) => (
              <li>
                <a class="address" href={`${basePath}/api/docs/${slugOf(name)}#${operationId}`}>
                  <code>
                    <span class="method">{method}</span> {path}
                  </code>
                </a>
                <span class="muted">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
