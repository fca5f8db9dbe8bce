import type { BaseUrl } from '@drive/base';
import { logoUrlPath, type Instance } from '@drive/branding';
import { cleanLine } from '@drive/contract';
import { accentShades, productAccent } from '@drive/design-tokens';
import type { Mail } from './mailer.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  /** The language of the texts, as a BCP 47 tag. Default: `en`. */
  readonly language?: string;
  /** Direction of the texts. Default: `ltr`. */
  readonly direction?: 'ltr' | 'rtl' | undefined;
  /** Paragraphs before the link. */
  readonly before: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Paragraphs after it. */
  readonly after?: readonly string[];
  readonly unsubscribeUrl?: string;
}

/** How emails look. */
export interface MailLook {
  readonly instance: Instance;
  readonly baseUrl: BaseUrl;
}

/**
 * Renders the text and HTML parts. Cleans every text, because names and messages come from users and visitors: line breaks
 * and control characters could forge a header or a paragraph, and marks for the direction of text could disguise a name.
 */
export function renderEmail(email: Email, { instance, baseUrl }: MailLook): Mail {
  const { to, link, language = 'en', direction = 'ltr', unsubscribeUrl } = email;
  const subject = cleanLine(email.subject);
  const [before, after] = [email.before.map(cleanLine), (email.after ?? []).map(cleanLine)];
  const text = [...before.map(wrap), ...(link === undefined ? [] : [link.url]), ...after.map(wrap)].join('\n\n') + '\n';
  // Names and messages of users may be in another direction than the texts.
  const paragraph = (words: string): string => `<p dir="auto" style="margin:0 0 16px">${escapeHtml(words)}</p>`;
  const { accent, 'accent-text': accentText } = accentShades(instance.color ?? productAccent);
  const logo =
    instance.logo === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><img src="${escapeHtml(baseUrl.link(logoUrlPath(instance.logo)))}" alt="${escapeHtml(instance.name)}" height="32"></p>`,
        ];
  const button =
    link === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;background:${accent};color:${accentText};border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`,
          `<p style="margin:0 0 16px;color:#545d68;font-size:14px">${escapeHtml(link.url)}</p>`,
        ];
  const html = [
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1a1e24;background:#ffffff">',
    '<div style="max-width:560px;overflow-wrap:anywhere">',
    ...logo,
    ...before.map(paragraph),
    ...button,
    ...after.map(paragraph),
    '</div></body></html>',
  ].join('\n');
  return { to, subject, text, html, ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }) };
}

/** Lines over 72 characters would be encoded, which breaks links for readers of the raw file. */
const wrap = (words: string): string => words.split('\n').map(wrapLine).join('\n');

function wrapLine(line: string): string {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > 72) {
    // A word longer than a line gets its own line.
    const space = rest.lastIndexOf(' ', 72);
    const end = space > 0 ? space : rest.indexOf(' ', 72);
    if (end === -1) break;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...lines, rest].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
