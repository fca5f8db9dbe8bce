import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { Sink } from '../shell/world.ts';

/**
 * Characters that must not reach a terminal: C0 (except for tab and line feed), DEL and C1 control characters, line and
 * paragraph separators, and characters that change the text direction.
 */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Starts the escape sequences of this program. Random, so that no name or message can contain it. */
const OWN_SEQUENCE = `\u001b${randomUUID()}[`;

/** An escape sequence (CSI) that a guarded terminal keeps, such as `1;34m`. */
export const controlSequence = (sequence: string): string => OWN_SEQUENCE + sequence;

/** Wraps a text in an SGR sequence. For terminals only: nothing else understands the sequence. */
export function paint(colors: boolean, sgr: string, text: string): string {
  return colors ? controlSequence(`${sgr}m`) + text + controlSequence('0m') : text;
}

/** A text of one line that is safe on a terminal: every unsafe character, tab and line feed becomes U+FFFD. */
export const printable = (text: string): string => text.replace(/[\t\n]/g, '\ufffd').replace(UNSAFE, '\ufffd');

/** Whether a text is shown as it is everywhere. */
export const isPrintable = (text: string): boolean => printable(text) === text;

/** JSON text whose strings contain unsafe characters as `\uXXXX`: the same document, safe on a terminal. */
export const escapeUnsafe = (json: string): string =>
  json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A stream whose text cannot control the terminal: unsafe characters become U+FFFD, and only escape sequences made by
 * {@link controlSequence} remain. Data to a stream that is not a terminal is unchanged; with `colors`, its text may contain such
 * sequences.
 */
export function guardTerminal<S extends Sink>(sink: S, { colors = false }: { readonly colors?: boolean } = {}): S {
  if (sink.isTTY !== true && !colors) return sink;
  const decoder = new StringDecoder('utf8');
  const write = (chunk: string | Uint8Array, ...rest: []): boolean => {
    if (sink.isTTY !== true)
      return sink.write(typeof chunk === 'string' ? chunk.replaceAll(OWN_SEQUENCE, '\u001b[') : chunk, ...rest);
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    return sink.write(neutralize(text), ...rest);
  };
  return new Proxy(sink, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** CRLF ends a line; a carriage return elsewhere would overwrite one. */
const neutralize = (text: string): string =>
  text
    .split(OWN_SEQUENCE)
    .map((part) => part.replaceAll('\r\n', '\n').replace(UNSAFE, '\ufffd'))
    .join('\u001b[');
