import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

const requests = new AsyncLocalStorage<IncomingMessage>();

/** Runs the handler of a page, within which `requestOfPage` returns the request. */
export const withRequestOfPage = <Result>(request: IncomingMessage, render: () => Result): Result =>
  requests.run(request, render);

/** The request of the page that is rendered; undefined outside of its handler. */
export const requestOfPage = (): IncomingMessage | undefined => requests.getStore();
