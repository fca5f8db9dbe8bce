/** The answer to a request that was sent before the app had arrived. */
export interface FirstAnswer {
  readonly response: Promise<Response>;
  /** Milliseconds of the page's clock; NaN until then. */
  arrivedAt: number;
  readonly stop: () => void;
}

declare global {
  interface Window {
    /** By URL, as the client sends it. */
    firstAnswers?: Map<string | URL | Request, FirstAnswer>;
  }
}

/** Later the list may be another. */
const freshMs = 10_000;

/**
 * The answer to a request that `first-requests.ts` has sent; undefined if it has not. Each answer is taken once, and none
 * after a change.
 */
export function takeFirstAnswer(
  input: string | URL | Request,
  { method = 'GET', signal }: RequestInit,
): Promise<Response> | undefined {
  if (method !== 'GET') delete window.firstAnswers;
  const answer = window.firstAnswers?.get(input);
  if (answer === undefined) return undefined;
  window.firstAnswers?.delete(input);
  if (performance.now() - answer.arrivedAt > freshMs) return undefined;
  signal?.addEventListener('abort', answer.stop, { once: true });
  return answer.response;
}
