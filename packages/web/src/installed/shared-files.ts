import { trustedScript } from '../browser/trusted-script.ts';
import { sharedFilesCache } from './shared-files-cache.ts';

/** Takes the waiting files: they are returned once. */
export async function takeSharedFiles(): Promise<File[]> {
  const cache = await caches.open(sharedFilesCache);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
    if (response !== undefined)
      files.push(new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' }));
    await cache.delete(request);
  }
  return files;
}

/** Lets the browser install the app. Fails without harm where that is not possible: in pages without https. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const url = new URL('service-worker.js', document.baseURI).href;
  const script = trustedScript('service-worker', url);
  navigator.serviceWorker.register(script, { type: 'module', updateViaCache: 'none' }).catch(() => undefined);
}
