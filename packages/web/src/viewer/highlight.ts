import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const languages = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
const lowlight = createLowlight(languages);

/** Extensions that are no alias in highlight.js. */
const byExtension: Readonly<Record<string, string>> = {
  cfg: 'ini',
  conf: 'ini',
  cts: 'typescript',
  env: 'ini',
  h: 'c',
  htm: 'xml',
  jsonl: 'json',
  ndjson: 'json',
  scss: 'css',
  webmanifest: 'json',
};

/** A longer text would keep the page busy for too long, and is shown as it is. */
const mostCharacters = 100_000;

/** The text as a tree of elements; undefined if its language is not known. No markup is made from text. */
export function highlight(text: string, name: string): ReturnType<typeof lowlight.highlight> | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const language = byExtension[extension] ?? extension;
  if (text.length > mostCharacters || !lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, text);
}
