import type { DocsIndex } from './docs-index.ts';
import { slugOf } from './open-api.ts';

interface DocsNavProps {
  readonly index: DocsIndex;
  readonly basePath: string;
  readonly current?: string;
  readonly query?: string;
}

/** Search field and every operation by tag. The client script filters the list; without it, the overview shows the matches. */
export function DocsNav({ index, basePath, current, query }: DocsNavProps) {
  return (
    <nav aria-label="API">
      <form class="search" role="search" method="get" action={`${basePath}/api/docs`}>
        <input type="search" name="q" value={query} placeholder="Search the API" aria-label="Search the API" />
        <button class="button plain" type="submit">
          Search
        </button>
      </form>
      <p class="muted small" role="status" id="found"></p>
      <details id="operations">
        <summary>Operations</summary>
        <ul>
          <li>
            <a href={`${basePath}/api/docs`} aria-current={current === undefined ? 'page' : undefined}>
              Overview
            </a>
          </li>
        </ul>
        {index.api.tags.map(({ name }) => (
          <details open={name === current}>
            <summary>{name}</summary>
            <ul>
              {index.endpointsOf(name).map((endpoint) => (
                <li data-find={index.textOf(endpoint)}>
                  <a href={`${basePath}/api/docs/${slugOf(name)}#${endpoint.operationId}`}>
                    <Method name={endpoint.method} />
                    <span>{endpoint.summary}</span>
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </details>
    </nav>
  );
}

export const Method = ({ name }: { name: string }) => <span class={`method ${name}`}>{name}</span>;
