// Writes docs/settings.md from the settings of the server; with --check it only says whether the page is out of date.
//   node --conditions=@drive/source tools/scripts/generate-settings.mjs [--check]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupOf } from '../../packages/server/src/savable-settings.ts';
import { fieldOf, flagOf, settingNames, settings, variableOf } from '../../packages/server/src/settings.ts';
import { root } from '../launcher/toolchain.mjs';

const page = join(root, 'docs/settings.md');
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');
const rows = settingNames.map((name) => {
  const { meaning, fallback, masked } = settings[name];
  const note =
    (masked ? ' A secret: it has no flag and is never shown.' : '') + (groupOf(name) ? ' *Without a restart.*' : '');
  return `| \`${variableOf(name)}\` | ${fallback ? `\`${fallback}\`` : ''} | ${cell(meaning)}${note} |`;
});

const text = `# Settings

<!-- Generated from packages/server/src/settings.ts by \`pnpm run generate\`. -->

A setting has three names: \`DRIVE_LIST_MAX\` in the environment, \`--${flagOf('LIST_MAX')}\` as a flag of \`drive-server\`, and \`${fieldOf('LIST_MAX')}\` in
\`drive.config.json\`. Flags take precedence over the environment, the environment over the file, the file over what an administrator has saved, and that
over the default. An empty variable counts as absent. An unknown setting or a wrong value prevents the start; the server prints one line for each of them.

\`drive-server config\` prints every setting with its value, the source of the value and its default; \`--json\` prints the same as JSON.

## Settings that administrators save

Settings marked *Without a restart* can be changed while the server runs: in the administration of the web app, with
\`drive-cli admin settings set\`, by the API, and on the server with \`drive-server settings set\`. A value that the operator sets, by a flag, in the
environment or in the file, wins, and cannot be changed there. See [Administration](admin.md#settings).

## drive.config.json

The file is in the data directory, so it cannot set \`dataDir\`. It contains one JSON object. Numbers, booleans and arrays may be written as in
JSON; sizes may have a unit:

\`\`\`json
{
  "baseUrl": "https://drive.example.com",
  "trustedProxies": ["127.0.0.1/32"],
  "freeQuotaBytes": "50 GiB",
  "trashRetentionDays": 14,
  "webdav": false
}
\`\`\`

## All settings

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}
`;

const scratch = mkdtempSync(join(tmpdir(), 'drive-settings-'));
try {
  // Tables are laid out as everywhere else.
  writeFileSync(join(scratch, 'settings.md'), text);
  const options = { cwd: scratch, stdio: 'ignore' };
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['-c', join(root, '.oxfmtrc.json'), 'settings.md'], options);
  const formatted = readFileSync(join(scratch, 'settings.md'), 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(page, formatted);
  else if (readFileSync(page, 'utf8') !== formatted) {
    console.error('docs/settings.md is out of date: run "pnpm run generate"');
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
