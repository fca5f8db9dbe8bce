import { isoTime } from '@drive/base';
import { planContent, sendText } from '@drive/node-http';
import { displayedName } from '@drive/pages';
import { DavError, escapeXml } from '@drive/webdav-protocol';
import type { DavDeps, DavRequest } from './dav-request.ts';
import type { Resource } from './resources.ts';

/** Rows in memory at a time, because a client may read its answer slowly. */
const rowsAtOnce = 64;

/** GET and HEAD of a folder: a page of links like that of Apache, which lftp, wget and browsers read. */
export async function sendFolderIndex({ database, clock }: DavDeps, dav: DavRequest, folder: Resource): Promise<void> {
  const { request, response, hasSlash, mountPath, rootPath } = dav;
  const { status } = planContent(request, {}, undefined, clock.now());
  if (status === 412) throw new DavError(412);
  if (status !== 200) {
    response.writeHead(status).end();
    return;
  }
  const title = escapeXml(`Index of ${rootPath}/${folder.names.map(displayedName).join('/')}`);
  // Relative links, which work behind any proxy. The URL of a folder may lack its slash.
  const base = hasSlash ? '' : `${encodeURIComponent(folder.names.at(-1) ?? mountPath.slice(1))}/`;
  async function* page(): AsyncGenerator<string> {
    yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<pre>`;
    if (folder.names.length > 0) yield `<a href="${hasSlash ? '../' : './'}">../</a>\n`;
    for await (const members of dav.membersOf(database.reader, folder, rowsAtOnce))
      for (const member of members) yield lineOf(member, base);
    yield '</pre>\n</body>\n</html>\n';
  }
  await sendText(response, page(), () => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  });
}

/** The time is in UTC, and the size exact. */
function lineOf({ names, isFolder, row }: Resource, base: string): string {
  const name = names.at(-1) ?? '';
  const slash = isFolder ? '/' : '';
  const time =
    row === undefined
      ? '-'
      : isoTime(row.modifiedAt ?? row.createdAt)
          .slice(0, 16)
          .replace('T', ' ');
  const href = `${base}${encodeURIComponent(name)}${slash}`;
  return `<a href="${href}">${escapeXml(displayedName(name))}${slash}</a>  ${time}  ${isFolder ? '-' : (row?.sizeBytes ?? '-')}\n`;
}
