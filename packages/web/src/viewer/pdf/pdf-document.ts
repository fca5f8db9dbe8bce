import { getDocument, PDFDataRangeTransport, PDFWorker, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist';
import type { RangeSource } from '../../browser/range-source.ts';
import { trustedScript } from '../../browser/trusted-script.ts';
import { fetchPdfPart } from './pdf-parts.ts';
// The query makes it a module of its own, whose URL it is.
// oxlint-disable-next-line import/default
import workerUrl from './pdf-worker.ts?worker&url';

/** Bytes of a request: a page seldom needs more. */
const chunkBytes = 256 * 1024;
/** Pixels of an image in a document; a larger one is left out, because browsers give up on it. */
const mostImagePixels = 100_000_000;

let shared: PDFWorker | undefined;
/** Called when the worker has died, which then answers nothing. */
const onDeath = new Set<(error: Error) => void>();

/** One worker reads all documents. */
function workerOf(): PDFWorker {
  shared ??= startWorker();
  return shared;
}

function startWorker(): PDFWorker {
  const port = new Worker(trustedScript('pdf-worker', workerUrl), { type: 'module', name: 'pdf' });
  const worker = PDFWorker.create({ port });
  const end = (): void => {
    shared = undefined;
    port.terminate();
    worker.destroy();
    for (const fail of onDeath) fail(new Error('The worker that reads PDF documents has died.'));
  };
  port.addEventListener('error', end, { once: true });
  return worker;
}

class PdfParts {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    return fetchPdfPart(filename);
  }
}

/** Asks for the parts of a document that pdf.js needs. */
class SourceTransport extends PDFDataRangeTransport {
  readonly #source: RangeSource;
  readonly #signal: AbortSignal;
  readonly #onError: (error: unknown) => void;

  constructor(source: RangeSource, signal: AbortSignal, onError: (error: unknown) => void) {
    super(source.size, null);
    this.#source = source;
    this.#signal = signal;
    this.#onError = onError;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#source.read(begin, end, this.#signal).then(
      (bytes) => {
        if (!this.#signal.aborted) this.onDataRange(begin, bytes);
      },
      (error: unknown) => {
        if (!this.#signal.aborted) this.#onError(error);
      },
    );
  }
}

export interface OpenPdf {
  readonly pdf: PDFDocumentProxy;
  close(): void;
}

/**
 * Opens a document without its scripts and forms. Rejects if it is broken, asks for a password, or cannot be read; `onError` says that
 * a later part of an open one cannot be read.
 */
export function openPdf(source: RangeSource, onError: (error: unknown) => void): Promise<OpenPdf> {
  const stop = new AbortController();
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const fail = (error: unknown): void => {
      if (stop.signal.aborted) return;
      if (isOpen) return onError(error);
      close();
      reject(error);
    };
    const task = getDocument({
      range: new SourceTransport(source, stop.signal, fail),
      worker: workerOf(),
      rangeChunkSize: chunkBytes,
      disableAutoFetch: true,
      disableStream: true,
      BinaryDataFactory: PdfParts,
      useWorkerFetch: false,
      // Fonts that documents leave out look the same everywhere.
      useSystemFonts: false,
      // pdf.js asks for none of these without a URL; the names alone reach PdfParts.
      cMapUrl: './',
      standardFontDataUrl: './',
      wasmUrl: './',
      maxImageSize: mostImagePixels,
      verbosity: VerbosityLevel.ERRORS,
    });
    const close = (): void => {
      stop.abort();
      onDeath.delete(fail);
      // It rejects if the document is not loaded yet.
      task.destroy().catch(() => {});
    };
    onDeath.add(fail);
    task.promise.then((pdf) => {
      isOpen = true;
      resolve({ pdf, close });
    }, fail);
  });
}
