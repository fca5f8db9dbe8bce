/** The given media type, or that of the source, or the one that the name suggests. */
export async function findContentType(
  given: string | undefined,
  source: { readonly type: string },
  name: string,
): Promise<string> {
  const known = given || source.type;
  if (known !== '') return known;
  // The table of types is not part of what a page loads at first: browsers know the types of most files.
  // A page that was opened before a deployment of its application may no longer find it.
  const table = await import('./content-type.ts').catch(() => undefined);
  return table?.contentTypeOf(name) ?? 'application/octet-stream';
}
