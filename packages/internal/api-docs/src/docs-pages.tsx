import { DomainError } from '@drive/access';
import type { Router } from '@drive/http-api';
import { pageLanguage, pageResponse, t } from '@drive/pages';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { docsCss } from './docs-css.ts';
import { listEndpoints, schemasOf, slugOf, type Endpoint, type OpenApi } from './open-api.ts';
import { Address, OperationCard } from './operation-card.tsx';
import { Fields, Prose } from './schema-view.tsx';

/** The pages have no script and load nothing. */
export function mountDocs(router: Router, readApi: () => OpenApi, basePath: string): void {
  const root = `${basePath}/api/docs`;
  // The page is the same for everybody until another version of the server runs.
  const options = { basePath, wide: true, style: docsCss, cacheControl: 'public, max-age=300' };
  const show = (context: Context, title: string, path: string, content: Child): Promise<Response> => {
    const links = [[t('Overview'), root], ...readApi().tags.map(({ name }) => [name, `${root}/${slugOf(name)}`])];
    return pageResponse(
      context,
      { ...options, title },
      <div class="docs">
        <nav aria-label={t('API')}>
          {links.map(([label, href]) => (
            <a href={href} lang={href === root ? undefined : 'en'} aria-current={href === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div lang="en">{content}</div>
      </div>,
    );
  };
  router.page('GET', '/api/docs', (context) =>
    show(context, t('API'), root, <Overview api={readApi()} basePath={basePath} />),
  );
  router.page('GET', '/api/docs/{tag}', (context) => {
    const slug = context.req.param('tag');
    const tag = readApi().tags.find(({ name }) => slugOf(name) === slug);
    if (tag === undefined) throw new DomainError('not_found', 'This section of the API does not exist.');
    return show(context, `${tag.name} · ${t('API')}`, `${root}/${slug}`, <TagPage api={readApi()} tag={tag} />);
  });
}

function Overview({ api, basePath }: { api: OpenApi; basePath: string }) {
  return (
    <>
      <h1 lang={pageLanguage()}>{t('The API of this server')}</h1>
      <section class="card">
        <p lang={pageLanguage()}>
          {t('Version {version}', { version: api.info.version })} · <code>{api.servers[0]?.url}</code> ·{' '}
          <a href={`${basePath}/api/openapi.json`}>OpenAPI 3.1</a> ·{' '}
          <a href={`${basePath}/install`}>{t('Command line and SDK')}</a>
          {pageLanguage() !== 'en' && (
            <>
              <br />
              <span class="muted">{t('The documentation is in English.')}</span>
            </>
          )}
        </p>
        <Prose text={api.info.description} />
      </section>
      {api.tags.map(({ name }) => (
        <section class="card">
          <h2>{name}</h2>
          <Calls of={endpointsOf(api.paths, name)} page={`${basePath}/api/docs/${slugOf(name)}`} />
        </section>
      ))}
    </>
  );
}

const endpointsOf = (paths: OpenApi['paths'], tag: string): Endpoint[] =>
  listEndpoints(paths).filter(({ tags }) => tags.includes(tag));

function TagPage({ api, tag: { name, description } }: { api: OpenApi; tag: OpenApi['tags'][number] }) {
  const endpoints = [...endpointsOf(api.paths, name), ...endpointsOf(api.webhooks, name)];
  return (
    <>
      <h1>{name}</h1>
      <Prose text={description} />
      <Calls of={endpoints} page="" />
      {endpoints.map((endpoint) => (
        <OperationCard api={api} endpoint={endpoint} />
      ))}
      <section class="card">
        <Fields title="Schemas" fields={schemasOf(api, endpoints)} />
      </section>
    </>
  );
}

const Calls = ({ of: endpoints, page }: { of: readonly Endpoint[]; page: string }) => (
  <ul class="entries">
    {endpoints.map((endpoint) => (
      <li>
        <a href={`${page}#${endpoint.operationId}`}>
          <Address of={endpoint} />
        </a>
        <small>{endpoint.summary}</small>
      </li>
    ))}
  </ul>
);
