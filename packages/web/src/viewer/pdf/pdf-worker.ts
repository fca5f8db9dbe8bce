// Reads PDF documents beside the page, which only draws them.
import 'pdfjs-dist/build/pdf.worker.min.mjs';

// pdf.js throws this where nothing catches it, if a document is closed while it loads.
globalThis.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error && event.reason.message === 'Worker was terminated') event.preventDefault();
});
