/** A request that a component made. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: unknown;
}

type Answer = object | ((request: SeenRequest) => object | Promise<object>);

/** A refusal, as the server sends it. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;

  readonly details: object;

  constructor(status: number, code: string, message = code, details: object = {}) {
    this.status = status;
    this.code = code;
    this.message = message;
    this.details = details;
  }
}

/** Answers requests of components. The app has one client, so there is one server, which is emptied after each test. */
class FakeServer {
  readonly seen: SeenRequest[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #unexpected: string[] = [];

  /** Answers a route such as `GET /api/me`, whatever the query. */
  answer(route: string, answer: Answer): void {
    this.#answers.set(route, answer);
  }

  /** Requests that changed something, as lines: `PUT /api/shares/t/mode {"shareMode":"PUBLIC"}`. */
  get changes(): string[] {
    return this.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' '));
  }

  /** Forgets everything. Throws if a request had no answer. */
  reset(): void {
    this.#answers.clear();
    this.seen.length = 0;
    const unexpected = this.#unexpected.splice(0);
    if (unexpected.length > 0) throw new Error(`requests without an answer: ${unexpected.join(', ')}`);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const seen = {
      method: request.method,
      path: pathname + search,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    this.seen.push(seen);
    const answer = this.#answers.get(`${request.method} ${pathname}`);
    if (answer === undefined) this.#unexpected.push(`${request.method} ${pathname}`);
    const body = await (typeof answer === 'function' ? answer(seen) : (answer ?? new Refusal(404, 'not_found')));
    if (!(body instanceof Refusal)) return Response.json(body);
    const { status, code, message, details } = body;
    return Response.json({ status, code, message, ...details }, { status });
  };
}

export const server = new FakeServer();
