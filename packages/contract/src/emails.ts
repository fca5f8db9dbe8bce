import { limits } from './limits.ts';
import { normalizeText, text, utf8Bytes } from './schemas/primitives.ts';

// The ASCII characters are those that every mail server accepts without quotes, but for those with which addresses name a
// route (`!` and `%`). Other letters and signs are those of RFC 6531, without spaces and without anything invisible.
const localPart = /^[\w'+\-\u{80}-\u{10ffff}]+(?:\.[\w'+\-\u{80}-\u{10ffff}]+)*$/u;
const invisible = /[\p{Z}\p{C}]/u;

/** Any other character could have a meaning of its own in the URL that decodes the domain. */
const domainCharacters = /^[\p{L}\p{M}\p{N}.\p{Join_Control}\u{3002}\u{ff0e}\u{ff61}-]+$/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/** The domain as mail servers name it: in lower case, other letters in punycode. undefined if it is none. */
function toAsciiDomain(domain: string): string | undefined {
  if (domain.length > limits.emailBytes || !domainCharacters.test(domain)) return undefined;
  try {
    const ascii = new URL(`http://${domain}/`).hostname;
    return asciiDomain.test(ascii) ? ascii : undefined;
  } catch {
    return undefined;
  }
}

/** Splits an address at its last @; the part before may contain one in quotes. */
export function splitEmail(email: string): { readonly local: string; readonly domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}

/** What is wrong with an address in NFC; undefined if nothing is. */
function findFault(email: string): string | undefined {
  const { local, domain } = splitEmail(email);
  const ascii = toAsciiDomain(domain);
  if (ascii === undefined || !localPart.test(local) || invisible.test(local)) return 'must be an email address';
  if (utf8Bytes(local) > limits.emailLocalBytes)
    return `must have at most ${limits.emailLocalBytes} bytes before the @`;
  const bytes = Math.max(utf8Bytes(email), utf8Bytes(`${local}@${ascii}`));
  return bytes > limits.emailBytes ? `must have at most ${limits.emailBytes} bytes` : undefined;
}

/**
 * An email address, in NFC. The domain may be written in any script or in punycode, and the part before the @ with any
 * letters; not every mail server delivers the latter.
 */
export const Email = text(limits.emailBytes, (raw) => normalizeText(raw).trim())
  .superRefine((email, context) => {
    const message = findFault(email);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ type: 'string', format: 'idn-email', maxLength: limits.emailBytes });

/** Addresses with the same key are one address: in lower case, the domain in punycode. Accepts any text. */
export function emailKey(email: string): string {
  const key = normalizeText(email).trim().toLowerCase();
  const { local, domain } = splitEmail(key);
  const ascii = key.includes('@') ? toAsciiDomain(domain) : undefined;
  return ascii === undefined ? key : `${local}@${ascii}`;
}

/** Whether only a mail server with SMTPUTF8 (RFC 6531) delivers to the address. */
export const needsSmtpUtf8 = (email: string): boolean => /[\u0080-\u{10ffff}]/u.test(splitEmail(email).local);
