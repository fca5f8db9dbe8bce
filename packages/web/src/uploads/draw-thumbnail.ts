import type { PDFDocumentProxy } from 'pdfjs-dist';
import { blobSource } from '../browser/range-source.ts';

/** Longest side in pixels; the server makes it smaller. */
const mostPixels = 640;
/** A browser that does not know a format may wait for ever. */
const patienceMs = 20_000;

/** A frame of a video or the first page of a PDF document, as JPEG; undefined for other files. Rejects if it cannot be drawn. */
export async function drawThumbnail(file: File): Promise<Blob | undefined> {
  const canvas = file.type.startsWith('video/') ? await drawFrame(file) : await drawPage(file);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.85));
}

async function drawFrame(file: File): Promise<HTMLCanvasElement> {
  const video = document.createElement('video');
  const signal = AbortSignal.timeout(patienceMs);
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const isLoaded = once(video, 'loadeddata', signal);
    video.src = url;
    await isLoaded;
    // The first frames are often black.
    const at = Number.isFinite(video.duration) ? Math.min(3, video.duration / 10) : 0;
    if (at > 0) {
      const hasMoved = once(video, 'seeked', signal);
      video.currentTime = at;
      await hasMoved;
    }
    const canvas = canvasFor(video.videoWidth, video.videoHeight);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function once(media: HTMLMediaElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('The browser does not show this video.'));
    media.addEventListener(name, () => resolve(), { once: true });
    media.addEventListener('error', fail, { once: true });
    signal.addEventListener('abort', fail, { once: true });
  });
}

async function drawPage(file: File): Promise<HTMLCanvasElement> {
  const { openPdf } = await import('../viewer/pdf/pdf-document.ts');
  const { promise: failed, reject } = Promise.withResolvers<never>();
  AbortSignal.timeout(patienceMs).addEventListener('abort', () => reject(new Error('The page is too large.')));
  const opening = openPdf(blobSource(file), reject);
  try {
    return await Promise.race([opening.then(({ pdf }) => firstPage(pdf)), failed]);
  } finally {
    opening.then(
      ({ close }) => close(),
      () => {},
    );
  }
}

async function firstPage(pdf: PDFDocumentProxy): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const canvas = canvasFor(width, height);
  await page.render({ canvas, viewport: page.getViewport({ scale: canvas.width / width }) }).promise;
  return canvas;
}

/** A canvas of the shape of a picture, for which it may be smaller. */
function canvasFor(width: number, height: number): HTMLCanvasElement {
  if (width <= 0 || height <= 0) throw new Error('There is no picture.');
  const scale = mostPixels / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  return canvas;
}
