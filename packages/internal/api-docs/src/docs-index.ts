import { listEndpoints, type Endpoint, type OpenApi } from './open-api.ts';

/** What the pages show of the description, found once for all requests. */
export class DocsIndex {
  readonly api: OpenApi;
  readonly #endpoints: readonly Endpoint[];
  readonly #ofTag: ReadonlyMap<string, readonly Endpoint[]>;
  readonly #texts: ReadonlyMap<Endpoint, string>;

  constructor(api: OpenApi) {
    const endpoints = listEndpoints(api.paths);
    this.api = api;
    this.#endpoints = endpoints;
    this.#ofTag = new Map(api.tags.map(({ name }) => [name, endpoints.filter(({ tags }) => tags.includes(name))]));
    this.#texts = new Map(
      endpoints.map((endpoint) => {
        const { method, path, operationId, summary } = endpoint;
        return [endpoint, `${method} ${path} ${operationId} ${summary}`.toLowerCase()];
      }),
    );
  }

  endpointsOf(tag: string): readonly Endpoint[] {
    return this.#ofTag.get(tag) ?? [];
  }

  /** The text in which an endpoint is searched, in lower case. */
  textOf(endpoint: Endpoint): string {
    return this.#texts.get(endpoint) ?? '';
  }

  /** Endpoints whose text has every word of the query. */
  search(query: string): Endpoint[] {
    const words = new Set(query.toLowerCase().split(/\s+/));
    return this.#endpoints.filter((endpoint) => [...words].every((word) => this.textOf(endpoint).includes(word)));
  }
}
