import { type ErrorCode, limits } from '@drive/contract';
import { pageNumber } from '@drive/pages';
import type { Context } from 'hono';
import { DomainError } from '../../../platform/errors.ts';
import { type FormFields, type KeptAnswer, pageQuery, pageText } from '../../../platform/http/index.ts';
import type { CopyAnswer } from '../../files/index.ts';
import { isAutomated } from '../../links/index.ts';
import { layoutOf, type Place, sortOf } from './listing-place.ts';

// What a request for the page of a share asks for.

const fields = {
  folder: pageText(limits.codeCharacters),
  file: pageText(limits.codeCharacters),
  page: pageText(limits.codeCharacters),
  q: pageText(limits.pathCharacters),
  sort: pageText(limits.codeCharacters),
  view: pageText(limits.codeCharacters),
  select: pageText(limits.codeCharacters),
  from: pageText(limits.codeCharacters),
  sent: pageText(limits.codeCharacters),
  saved: pageText(limits.codeCharacters),
  left: pageText(limits.codeCharacters),
  r: pageText(limits.tokenCharacters),
};

const shareQuery = pageQuery(fields);

type ShareQuery = { readonly [Name in keyof typeof fields]?: string | undefined };

/** The query of a page of a share. Unknown names are left out. */
export const queryOf = (context: Context): ShareQuery => shareQuery.of(context);

const commandLineTools = /^(?:curl|wget2?|aria2|httpie|xh|axel|lftp|fetch libfetch)\/|powershell\//i;

/** Whether a command-line program opened the link; browsers and automated visits get the page. */
export const wantsBytes = (context: Context): boolean =>
  commandLineTools.test(context.req.header('user-agent') ?? '') &&
  !(context.req.header('accept') ?? '').includes('text/html') &&
  !isAutomated(context);

/** The chosen files of a selection. Text that cannot be an id becomes one that nothing has. */
export function chosenOf(fields: FormFields): readonly string[] {
  const ids = fields.all('file').map((id) => (/^[\w-]{1,64}$/.test(id) ? id : 'none'));
  if (ids.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
  if (ids.length > limits.archiveFiles)
    throw new DomainError('validation_failed', `Choose at most ${limits.archiveFiles} files at once.`);
  return ids;
}

/** Text that cannot be an id becomes one that nothing has, because a database may refuse the text. */
export function idIn(context: Context, name: 'folder' | 'file'): string | undefined {
  const id = queryOf(context)[name];
  return id === undefined || /^[\w-]{1,64}$/.test(id) ? id : 'none';
}

export function placeOf(context: Context): Place {
  const { page, q = '', sort, view, select } = queryOf(context);
  return {
    folderId: idIn(context, 'folder'),
    page: pageNumber(page),
    q: q.trim(),
    sort: sortOf(sort),
    layout: layoutOf(view),
    isSelecting: select !== undefined,
  };
}

/** Key of a form that may be sent twice. The prefix separates these keys from those of the API, which are signatures. */
export function formKeyOf(fields: FormFields): string | undefined {
  const key = /^[\w-]{16}$/.exec(fields('once'))?.[0];
  return key === undefined ? undefined : `form ${key}`;
}

/** Whether nothing was copied. */
export const isRefused = (answer: CopyAnswer): boolean =>
  !('operationId' in answer) && answer.copied.length === 0 && answer.failed.length > 0;

/** Where the page of a share leads who has saved it: the body is the query. Throws the failure if nothing was copied. */
export function savedAnswer(answer: CopyAnswer): KeptAnswer {
  if ('operationId' in answer) return { status: 303, body: '?saved=running' };
  const { failed } = answer;
  const [failure] = failed;
  if (failure !== undefined && isRefused(answer)) throw new DomainError(failure.code as ErrorCode, failure.message);
  return { status: 303, body: `?saved=1${failure === undefined ? '' : `&left=${failed.length}`}` };
}
