import { DomainError } from '@drive/access';
import type { BaseUrl } from '@drive/base';
import { answerInPieces, type Router } from '@drive/http-api';
import { CodeBlock, codeCss, humanSize, mountAsset, pageResponse, readCopyScript, styleOf, t } from '@drive/pages';
import type { ClientFile, ClientFiles } from './client-files.ts';
import { installCommands } from './install-command.ts';
import { renderInstallScript } from './install-script.ts';

const style = styleOf(`.wide{--col:56rem}${codeCss}`);

const contentTypes = { tgz: 'application/gzip', binary: 'application/octet-stream' };

export function mountInstall(router: Router, clients: ClientFiles, baseUrl: BaseUrl): void {
  const copyScript = readCopyScript();
  mountAsset(router, copyScript);

  router.page('GET', '/install', async (context) =>
    pageResponse(
      context,
      { title: t('Install'), basePath: baseUrl.path, wide: true, style, scripts: [copyScript.path] },
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
  return (
    <>
      <h1>{t('Install')}</h1>
      <CommandLine files={files} baseUrl={baseUrl} />
      <Sdk files={files} baseUrl={baseUrl} />
      {files.length > 0 && (
        <section class="card">
          <h2>{t('Files')}</h2>
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

function CommandLine({ files, baseUrl }: { files: readonly ClientFile[]; baseUrl: BaseUrl }) {
  const { script, cli } = installCommands(baseUrl, files);
  return (
    <section class="card">
      <h2>{t('Command line')}</h2>
      {script !== undefined && (
        <>
          <p>{t('On Linux, without Node:')}</p>
          <CodeBlock>{script}</CodeBlock>
          <p class="muted">
            {t('It verifies the SHA-256 of the program and stores it in {folder}.', { folder: '~/.local/bin' })}{' '}
            <a href={`${baseUrl.path}/install/cli.sh`}>{t('Show the script')}</a>
          </p>
        </>
      )}
      {cli !== undefined && (
        <>
          <p>{t('With npm and Node {version} or newer:', { version: '22.12' })}</p>
          <CodeBlock>{cli}</CodeBlock>
        </>
      )}
      {script === undefined && cli === undefined ? (
        <p>{t('The command line is not built on this server.')}</p>
      ) : (
        <>
          <p>{t('Then sign in and send a file:')}</p>
          <CodeBlock>{`drive-cli login --url ${baseUrl.href}\ndrive-cli upload FILE\ndrive-cli share /FILE`}</CodeBlock>
        </>
      )}
    </section>
  );
}

function Sdk({ files, baseUrl }: { files: readonly ClientFile[]; baseUrl: BaseUrl }) {
  const { sdk, react } = installCommands(baseUrl, files);
  return (
    <section class="card">
      <h2>SDK</h2>
      {sdk === undefined ? (
        <p>{t('The SDK is not built on this server.')}</p>
      ) : (
        <>
          <p>{t('For Node {version} or newer, browsers and edge runtimes:', { version: '22' })}</p>
          <CodeBlock>{sdk}</CodeBlock>
          <CodeBlock>{sdkExample(baseUrl)}</CodeBlock>
        </>
      )}
      {react !== undefined && (
        <>
          <p>{t('With components for pages that upload, for React or as a web component:')}</p>
          <CodeBlock>{react}</CodeBlock>
        </>
      )}
      <p class="muted">
        {t('Other programming languages use the API.')} <a href={`${baseUrl.path}/api/docs`}>{t('API')}</a> ·{' '}
        <a href={`${baseUrl.path}/api/openapi.json`}>OpenAPI 3.1</a>
      </p>
    </section>
  );
}

const sdkExample = (baseUrl: BaseUrl): string => `import { DriveClient } from '@drive/sdk';

const client = new DriveClient({
  baseUrl: '${baseUrl.href}',
  apiKey: process.env.DRIVE_API_KEY,
});
const { fileId } = await client.uploads.upload(
  new Blob(['hello']),
  { name: 'hello.txt' },
);
const { shortUrl } = await client.shares.create(fileId);
console.log(shortUrl);`;
