import { errorStatus, type ErrorCode } from '@drive/contract';
import type { Context } from 'hono';
import { isDomainError } from '../platform/errors.ts';
import { KindIcon } from './kind-icon.tsx';
import { isForPeople, pageResponse } from './layout.tsx';

export interface Closed {
  readonly title: string;
  readonly text: string;
}

export interface ClosedShape {
  readonly basePath: string;
  readonly closedBy: Partial<Record<ErrorCode, Closed>>;
  /** Where there still is something to be had. */
  readonly back?: string | undefined;
}

/** In place of what can't be had. It never tells more than why. */
function ClosedPage({ title, text, back }: Closed & Pick<ClosedShape, 'back'>) {
  return (
    <section class="card calm">
      <KindIcon kind="closed" />
      <h1>{title}</h1>
      <p class="muted">{text}</p>
      {back !== undefined && (
        <a class="button plain full" href={back}>
          Back to what is shared
        </a>
      )}
    </section>
  );
}

/** For people a page of its own where the error is one of these; everything else, and programs, get what follows from it. */
export function answerClosed(
  context: Context,
  { basePath, closedBy, back }: ClosedShape,
  error: unknown,
): Promise<Response> {
  const closed = isDomainError(error) ? closedBy[error.code] : undefined;
  if (!isDomainError(error) || closed === undefined || !isForPeople(context)) throw error;
  return pageResponse(
    context,
    { title: closed.title, basePath, status: errorStatus[error.code] },
    <ClosedPage {...closed} back={back} />,
  );
}
