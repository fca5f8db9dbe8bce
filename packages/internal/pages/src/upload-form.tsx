import type { IncomingMessage } from 'node:http';
import type { DomainError } from '@drive/access';
import type { Log } from '@drive/base';
import { errorStatus } from '@drive/contract';
import { domainErrorOf, exchangeOf, withRequestOfPage, type Router } from '@drive/http-api';
import type { Child } from 'hono/jsx';
import { renderPage, type PageOptions } from './layout.tsx';

export interface PageContent {
  readonly options: PageOptions;
  readonly content: Child;
}

export interface FormUpload {
  /** Stores the form's files; returns the path to redirect to. */
  receive(): Promise<string>;
  /** Called in the language of the visitor. */
  errorPage(problem: DomainError): PageContent;
}

/** Mounts the target of a form that uploads files without a script. Its path is below `/files`, like all bytes. */
export function mountUploadForm(
  router: Router,
  log: Log,
  path: `/files/${string}`,
  begin: (request: IncomingMessage) => FormUpload,
): void {
  router.mountBytesProtocol(path, async (request, response) => {
    const upload = begin(request);
    try {
      response.writeHead(303, { location: await upload.receive() }).end();
    } catch (error) {
      const problem = domainErrorOf(error);
      exchangeOf(request).failure = problem.code;
      if (problem !== error) log.error('upload form failed', { error, path });
      if (response.destroyed) return;
      const { html, headers } = await withRequestOfPage(request, () => {
        const { options, content } = upload.errorPage(problem);
        return renderPage(exchangeOf(request).instance, options, content);
      });
      response.writeHead(errorStatus[problem.code], {
        ...headers,
        'content-length': Buffer.byteLength(html),
        ...(problem.code === 'method_not_allowed' ? { allow: 'POST' } : {}),
        ...(problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }),
      });
      response.end(html);
    }
  });
}
