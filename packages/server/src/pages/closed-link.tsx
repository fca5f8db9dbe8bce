import { errorStatus, type ErrorCode } from '@drive/contract';
import type { Context } from 'hono';
import { isDomainError } from '../platform/errors.ts';
import { pageResponse } from './layout.tsx';

/** For people a page of its own where the error is one of these; everything else, and programs, get what follows from it. */
export function closedLink(
  context: Context,
  basePath: string,
  closedBy: Partial<Record<ErrorCode, { readonly title: string; readonly text: string }>>,
  error: unknown,
): Promise<Response> {
  const closed = isDomainError(error) ? closedBy[error.code] : undefined;
  if (!isDomainError(error) || closed === undefined || !(context.req.header('accept') ?? '').includes('text/html'))
    throw error;
  return pageResponse(
    context,
    { title: closed.title, basePath, status: errorStatus[error.code] },
    <section class="card">
      <h1>{closed.title}</h1>
      <p>{closed.text}</p>
    </section>,
  );
}
