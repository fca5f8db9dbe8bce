import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Ends a request when the signal is aborted. Node's own `signal` option ends the whole process instead, when that happens
 * just after the last byte of the answer has come.
 */
export function stopOnAbort(request: ClientRequest, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  let answer: IncomingMessage | undefined;
  const stop = (): void => {
    if (answer?.complete !== true) request.destroy(new Error('stopped'));
  };
  request.once('response', (response) => (answer = response));
  request.once('close', () => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
