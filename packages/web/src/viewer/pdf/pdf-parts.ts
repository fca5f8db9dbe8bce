import urls from 'virtual:pdf-parts';

/** Fetches a part of pdf.js that only some documents need. */
export async function fetchPdfPart(name: string): Promise<Uint8Array> {
  const url = urls.get(name);
  if (url === undefined) throw new Error(`pdf.js has no part ${name}.`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${name}.`);
  return new Uint8Array(await response.arrayBuffer());
}
