/** The handlers of one path, as Hono takes them. */
interface PathRoutes<Handler> {
  /** `/api/files/{id}`, for the log. */
  readonly pattern: string;
  /** `/api/files/:id` */
  readonly path: string;
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Value of the header Allow. */
  readonly allow: string;
}

/**
 * Collects routes in the order in which modules mount them and returns them in the order in which Hono has to try them: a
 * literal segment before a parameter. A path that is mounted with other methods answers 405, even if a pattern with a
 * parameter in its place takes the method.
 */
export class Routes<Handler> {
  /** Method and pattern of each route. */
  readonly names = new Set<string>();
  readonly methods = new Set<string>(['HEAD', 'OPTIONS']);
  readonly #byShape = new Map<string, { pattern: string; catchAll: boolean; handlers: Map<string, Handler> }>();

  /**
   * `pattern` has parameters in braces: `/api/files/{id}`. With `catchAll` the last one matches the rest of the path.
   */
  add(
    method: string,
    pattern: string,
    handler: Handler,
    { catchAll = false }: { readonly catchAll?: boolean } = {},
  ): void {
    const shape = pattern.replaceAll(parameter, '{}');
    const route = this.#byShape.get(shape) ?? { pattern, catchAll, handlers: new Map<string, Handler>() };
    if (route.handlers.has(method)) throw new Error(`${method} ${pattern} is mounted twice`);
    // Handlers get parameters from Hono by name.
    if (route.pattern !== pattern || route.catchAll !== catchAll)
      throw new Error(`${pattern} is mounted as ${route.pattern}, too`);
    this.#byShape.set(shape, route);
    route.handlers.set(method, handler);
    this.names.add(`${method} ${pattern}`);
    this.methods.add(method);
  }

  sorted(): PathRoutes<Handler>[] {
    const rank = ({ pattern }: { readonly pattern: string }): string =>
      pattern
        .split('/')
        .map((segment) => (segment.startsWith('{') ? 1 : 0))
        .join('');
    const routes = [...this.#byShape.values()].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
    return routes.map(({ pattern, catchAll, handlers }) => {
      const methods = new Set(handlers.keys());
      if (methods.has('GET')) methods.add('HEAD');
      const path = pattern.replaceAll(parameter, ':$1') + (catchAll ? '{.*}' : '');
      return { pattern, path, handlers, allow: [...methods].toSorted().join(', ') };
    });
  }
}

const parameter = /\{(\w+)\}/g;

/** The parameter of a `catchAll` pattern, undecoded. Patterns of this kind have one parameter. */
export function catchAllParam(pattern: string, path: string): Readonly<Record<string, string>> {
  const start = pattern.indexOf('{');
  return { [pattern.slice(start + 1, -1)]: path.slice(start) };
}
