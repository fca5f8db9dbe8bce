import { DomainError } from '@drive/access';
import type { BaseUrl } from '@drive/base';
import { answerInPieces, type Router } from '@drive/http-api';
import { humanSize, pageResponse } from '@drive/pages';
import type { ClientFile, ClientFiles } from './client-files.ts';
import { installCommands } from './install-command.ts';
import { renderInstallScript } from './install-script.ts';

const contentTypes = { tgz: 'application/gzip', binary: 'application/octet-stream' };

export function mountInstall(router: Router, clients: ClientFiles, baseUrl: BaseUrl): void {
  router.page('GET', '/install', async (context) =>
    pageResponse(
      context,
      { title: 'Install', basePath: baseUrl.path, wide: true },
      <InstallPage files={await clients.list()} baseUrl={baseUrl} />,
    ),
  );

  router.page(
    'GET',
    '/install/cli.sh',
    async (context) =>
      context.newResponse(renderInstallScript(baseUrl, await clients.list()), 200, {
        'Content-Type': 'text/x-shellscript; charset=utf-8',
      }),
    { countsIn: 'files' },
  );

  router.page(
    'GET',
    '/install/{file}',
    async (context) => {
      const name = context.req.param('file') ?? '';
      const file = (await clients.list()).find((each) => each.name === name);
      if (file === undefined)
        throw new DomainError(
          'not_found',
          `${name} is not built on this server. ${baseUrl.link('/install')} lists what is.`,
        );
      const opened = await file.open();
      try {
        let position = 0;
        const headers = {
          'content-type': name.endsWith('.tgz') ? contentTypes.tgz : contentTypes.binary,
          'content-length': file.bytes,
          'content-disposition': `attachment; filename="${name}"`,
        };
        return await answerInPieces(context, headers, async (buffer) => {
          const bytes = await opened.read(buffer, position);
          position += bytes;
          return bytes;
        });
      } finally {
        await opened.close();
      }
    },
    { countsIn: 'files' },
  );
}

function InstallPage({ files, baseUrl }: { files: readonly ClientFile[]; baseUrl: BaseUrl }) {
  const { script, cli, sdk, react } = installCommands(baseUrl, files);
  return (
    <>
      <h1>Install</h1>
      <section class="card">
        <h2>Command line</h2>
        {script !== undefined && (
          <>
            <p>On Linux, without Node:</p>
            <Code>{script}</Code>
            <p class="muted">
              <a href={`${baseUrl.path}/install/cli.sh`}>The script</a> verifies the SHA-256 of the program and stores
              it in <code>~/.local/bin</code>.
            </p>
          </>
        )}
        {cli !== undefined && (
          <>
            <p>With npm and Node 22.12 or newer:</p>
            <Code>{cli}</Code>
          </>
        )}
        {script === undefined && cli === undefined ? (
          <p>The command line is not built on this server.</p>
        ) : (
          <>
            <p>Then sign in and send a file:</p>
            <Code>{`drive-cli login --url ${baseUrl.href}\ndrive-cli upload FILE\ndrive-cli share /FILE`}</Code>
          </>
        )}
      </section>
      <section class="card">
        <h2>SDK</h2>
        {sdk === undefined ? (
          <p>The SDK is not built on this server.</p>
        ) : (
          <>
            <p>For Node 22 or newer, browsers and edge runtimes:</p>
            <Code>{sdk}</Code>
            <Code>{sdkExample(baseUrl)}</Code>
          </>
        )}
        {react !== undefined && (
          <>
            <p>With components for pages that upload, for React or as a web component:</p>
            <Code>{react}</Code>
          </>
        )}
        <p class="muted">
          Other languages use the <a href={`${baseUrl.path}/api/docs`}>API</a>, which is also described as{' '}
          <a href={`${baseUrl.path}/api/openapi.json`}>OpenAPI 3.1</a>.
        </p>
      </section>
      {files.length > 0 && (
        <section class="card">
          <h2>Files</h2>
          <ul>
            {files.map(({ name, bytes, sha256 }) => (
              <li>
                <a href={`${baseUrl.path}/install/${name}`}>{name}</a> ({humanSize(bytes)})
                <br />
                <span class="muted">
                  SHA-256 <code>{sha256}</code>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre tabindex={0}>
      <code>{children}</code>
    </pre>
  );
}

const sdkExample = (baseUrl: BaseUrl): string => `import { DriveClient } from '@drive/sdk';

const client = new DriveClient({ baseUrl: '${baseUrl.href}', apiKey: process.env.DRIVE_API_KEY });
const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
console.log((await client.shares.create(fileId)).shortUrl);`;
