// Reads PDF documents beside the page, which only draws them.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
