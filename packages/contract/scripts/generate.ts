// Writes the generated files: the server's openapi.json, the SDK's types, and the contract's table of media types.
// With --check it writes nothing, and exits with 1 if a file differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { createContentTypes } from './content-types.ts';
import { createOpenApi } from './openapi.ts';
import { createSdkTypes } from './sdk-types.ts';

const packages = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('server/package.json', packages), 'utf8')) as { version: string };
const openApi = createOpenApi(version);

const files = {
  'server/openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
  'sdk/src/api.gen.ts': createSdkTypes(openApi),
  'contract/src/content-types.gen.ts': createContentTypes(),
};

const check = process.argv.includes('--check');
for (const [path, text] of Object.entries(files)) {
  const url = new URL(path, packages);
  if (!check) {
    writeFileSync(url, text);
  } else if (read(url) !== text) {
    console.error(`packages/${path} is out of date. Run "pnpm run generate"`);
    process.exitCode = 1;
  }
}

function read(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}
