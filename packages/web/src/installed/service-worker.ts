// The worker of the installed app. It answers two requests that the server cannot: a page without a network, and files
// that another app of the phone shares. Everything else goes to the server, so that nobody gets an old app.
import type { AppTexts } from '@drive/texts';
import all from 'virtual:texts/all/offline';
import { sharedFilesCache } from './shared-files-cache.ts';

interface WorkerFetch extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const [wanted = 'en'] = navigator.language.split('-');
const language = wanted in all ? wanted : 'en';
const texts = all[language] as unknown as AppTexts['offline'];

const offlinePage = (): Response =>
  new Response(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.title}</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;
font:1rem/1.5 sans-serif}a{display:inline-block;padding:.75rem 1.25rem;color:inherit}</style></head>
<body><main><h1>${texts.title}</h1><p>${texts.text}</p><p><a href="">${texts.again}</a></p></main></body></html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    },
  );

async function keepSharedFiles(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll('files').filter((each) => each instanceof File);
  const cache = await caches.open(sharedFilesCache);
  const time = Date.now();
  for (const [index, file] of files.entries())
    await cache.put(
      new URL(`shared-file/${time}-${index}/${encodeURIComponent(file.name)}`, self.location.href),
      new Response(file, { headers: { 'content-type': file.type } }),
    );
  return Response.redirect(new URL('files', self.location.href), 303);
}

self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as WorkerFetch;
  const isShare = request.method === 'POST' && new URL(request.url).pathname.endsWith('/share-target');
  if (isShare) respondWith.call(event, keepSharedFiles(request));
  else if (request.mode === 'navigate') respondWith.call(event, fetch(request).catch(offlinePage));
});
