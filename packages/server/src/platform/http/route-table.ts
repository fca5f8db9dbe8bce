/** What a path led to: the route for the method, or the methods there are. */
export type RouteMatch<T> =
  | { readonly kind: 'found'; readonly route: T; readonly pattern: string; readonly params: Record<string, string> }
  | { readonly kind: 'other-method'; readonly pattern: string; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** By method. */
  readonly routes: Map<string, { readonly route: T; readonly pattern: string; readonly names: readonly string[] }>;
}

const newNode = <T>(): Node<T> => ({ literals: new Map(), parameter: undefined, routes: new Map() });

/**
 * Patterns such as `/api/files/{id}`, by segments. A literal segment wins over a parameter, in whatever order they were
 * added; a parameter never matches an empty segment. HEAD is answered by what answers GET.
 */
export class RouteTable<T> {
  readonly #root = newNode<T>();
  /** Patterns of one literal path or parameters thereof answer in one lookup. */
  readonly #patterns = new Set<string>();

  add(method: string, pattern: `/${string}`, route: T): void {
    const key = `${method} ${pattern}`;
    if (this.#patterns.has(key)) throw new Error(`${key} is mounted twice`);
    this.#patterns.add(key);
    let node = this.#root;
    const names: string[] = [];
    for (const segment of pattern.slice(1).split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        let next = node.literals.get(segment);
        if (next === undefined) node.literals.set(segment, (next = newNode()));
        node = next;
      } else {
        names.push(name);
        node = node.parameter ??= newNode();
      }
    }
    if (node.routes.has(method)) throw new Error(`${key} is mounted twice, under another parameter's name`);
    node.routes.set(method, { route, pattern, names });
  }

  /** `path` without the query, percent-encoded as it came. Parameters come decoded; those that can't be stay as they are. */
  match(method: string, path: string): RouteMatch<T> {
    const segments = path.slice(1).split('/');
    const values: string[] = [];
    const node = this.#find(this.#root, segments, 0, values);
    if (node === undefined) return { kind: 'unknown' };
    const found = node.routes.get(method) ?? (method === 'HEAD' ? node.routes.get('GET') : undefined);
    if (found === undefined) {
      const [first] = node.routes.values();
      return { kind: 'other-method', pattern: first?.pattern ?? path, allow: allowed(node.routes.keys()) };
    }
    const params: Record<string, string> = {};
    found.names.forEach((name, index) => (params[name] = decode(values[index] ?? '')));
    return { kind: 'found', route: found.route, pattern: found.pattern, params };
  }

  #find(node: Node<T>, segments: readonly string[], index: number, values: string[]): Node<T> | undefined {
    const segment = segments[index];
    if (segment === undefined) return node.routes.size > 0 ? node : undefined;
    const literal = node.literals.get(segment);
    if (literal !== undefined) {
      const found = this.#find(literal, segments, index + 1, values);
      if (found !== undefined) return found;
    }
    if (node.parameter === undefined || segment === '') return undefined;
    values.push(segment);
    const found = this.#find(node.parameter, segments, index + 1, values);
    if (found === undefined) values.pop();
    return found;
  }
}

function allowed(methods: Iterable<string>): string[] {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  return [...all].toSorted();
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
