// An entry of its own, which is some hundred bytes: while the app is still on its way, it asks for what the first list shows.
// The app takes the answers (`first-answers.ts`).
import type { FirstAnswer } from './first-answers.ts';

const { pathname, search } = window.location;
const [, folderId] = /^files(?:\/([^/]+))?$/.exec(pathname.slice(new URL(document.baseURI).pathname.length)) ?? [null];

// Lists in another order, and other screens, ask themselves.
if (folderId !== null && !/[?&]sort=/.test(search)) {
  const list = 'api/files?limit=200&page=1&sort=type%2Cname';
  const paths = folderId === undefined ? [list] : [`${list}&parentId=${folderId}`, `api/files/${folderId}/path`];
  window.firstAnswers = new Map(
    [...paths, 'api/me'].map((path) => [new URL(`../${path}`, document.baseURI).href, ask(path)]),
  );
}

function ask(path: string): FirstAnswer {
  const stop = new AbortController();
  const answer: FirstAnswer = {
    response: fetch(`../${path}`, { headers: { accept: 'application/json' }, redirect: 'manual', signal: stop.signal }),
    arrivedAt: Number.NaN,
    stop: () => stop.abort(),
  };
  answer.response.then(
    () => (answer.arrivedAt = performance.now()),
    // Whoever takes the answer sees why there is none.
    () => {},
  );
  return answer;
}
