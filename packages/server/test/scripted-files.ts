import { crc32 } from 'node:zlib';
import { png, pngChunk } from '@drive/thumbnails/test';

/** A file that tries to run a script when it is opened, and its declared type. */
export interface ScriptedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Files with the script (HTML, SVG, PDF …), with the right and with wrong declared types. */
export function scriptedFiles(script: string): ScriptedFile[] {
  const html = `<!doctype html><title>a</title><script>${script}</script><img src=x onerror="${script}"><body onload="${script}">`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>${script}&lt;/script>"/></foreignObject></svg>`;
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body onload="${script}"><script>${script}</script></body></html>`;
  const xslt = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><script>${script}</script></html></xsl:template></xsl:stylesheet></x>`;
  const picture = png({ width: 8, height: 8 });
  const pictureWithPage = png({ width: 8, height: 8, extra: [pngChunk('tEXt', Buffer.from(`Comment\0${html}`))] });
  // A GIF that is also a script and an HTML page.
  const gif = Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;${script};//${html}`, 'latin1');
  const jar = Buffer.concat([Buffer.from('GIF89a'), zipOf('index.html', Buffer.from(html))]);
  const mhtml = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`;
  const mixed = `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`;
  const utf7 = '+ADw-script+AD4-' + script + '+ADw-/script+AD4-';
  const files: (readonly [string, string, Buffer | string])[] = [
    ['page.html', 'text/html', html],
    ['page.html', 'TEXT/HTML; charset=utf-7', utf7],
    ['page.htm', 'application/octet-stream', html],
    ['page.txt', 'text/plain', html],
    ['utf16.txt', 'text/plain', utf16(html)],
    ['page.png', 'image/png', html],
    ['page.pdf', 'application/pdf', html],
    ['page.mp4', 'video/mp4', html],
    ['page.mp3', 'audio/html', html],
    ['page', 'image/x-icon', html],
    ['page', 'unknown/unknown', html],
    ['page', 'application/x-html', html],
    ['page.xhtml', 'application/xhtml+xml', xhtml],
    ['page.xml', 'text/xml', xhtml],
    ['page.xml', 'application/xml', xslt],
    ['page.xsl', 'text/xsl', xslt],
    ['page.rss', 'application/rss+xml', xhtml],
    ['page.mht', 'multipart/related', mhtml],
    ['page.eml', 'message/rfc822', mhtml],
    ['mixed', 'multipart/x-mixed-replace;boundary=b', mixed],
    ['drawing.svg', 'image/svg+xml', svg],
    ['drawing.svg', 'IMAGE/SVG+XML;charset=utf-8', svg],
    ['drawing.svg', 'image/png', svg],
    ['drawing.svg', 'text/plain', svg],
    ['drawing.svg', 'application/octet-stream', svg],
    ['drawing.svg', 'video/svg+xml', svg],
    ['document.pdf', 'application/pdf', pdf(script)],
    ['document.pdf', 'text/html', pdf(script)],
    ['document.html', 'application/pdf', pdf(script)],
    ['picture.png', 'image/png', pictureWithPage],
    ['picture.html', 'text/html', pictureWithPage],
    ['picture.html', 'image/png', Buffer.concat([picture, Buffer.from(html)])],
    ['picture.gif', 'image/gif', gif],
    ['picture.js', 'text/javascript', gif],
    ['picture.html', 'text/html', gif],
    ['archive.gif', 'image/gif', jar],
    ['archive.jar', 'application/java-archive', jar],
    ['script.js', 'application/javascript', script],
    ['style.css', 'text/css', `*{background:url("javascript:${script}")}`],
    ['manifest.json', 'application/manifest+json', html],
    ['captions.vtt', 'text/vtt', `WEBVTT\n\n00:00.000 --> 00:10.000\n${html}`],
  ];
  return files.map(([name, type, bytes]) => ({ name, type, bytes: Buffer.from(bytes) }));
}

/** A PDF that runs the script when it is opened. */
function pdf(script: string): Buffer {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(${script.replaceAll(/[()\\]/g, String.raw`\$&`)})>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** A ZIP with a single stored entry. */
function zipOf(name: string, content: Buffer): Buffer {
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt32LE(crc32(content), 10);
  entry.writeUInt32LE(content.length, 14);
  entry.writeUInt32LE(content.length, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), entry, Buffer.from(name), content]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), entry, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
