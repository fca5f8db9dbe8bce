import type { Context } from 'hono';
import { pageResponse } from './layout.tsx';

/** What a page answers in place of itself. */
export interface PageProblem {
  readonly status: number;
  readonly title: string;
  /** For people: what went wrong and what to do. */
  readonly message: string;
  /** Told so that it can be found in the log. */
  readonly requestId?: string | undefined;
}

export function errorPage(context: Context, basePath: string, problem: PageProblem): Promise<Response> {
  return pageResponse(
    context,
    { title: problem.title, basePath, status: problem.status },
    <section class="card">
      <h1>{problem.title}</h1>
      <p>{problem.message}</p>
      {problem.requestId !== undefined && (
        <p class="muted small">
          Request <code>{problem.requestId}</code>
        </p>
      )}
      <p>
        <a href={`${basePath}/`}>Go to the start page</a>
      </p>
    </section>,
  );
}
