import { cardPage } from '../../pages/card-page.tsx';
import { installCommands } from '../../pages/install-command.ts';
import type { Router } from '../../platform/http/index.ts';
import type { ClientFiles } from '../../platform/program/index.ts';
import type { AccountServices } from './account-services.ts';

export function mountStartPage(router: Router, services: AccountServices, clients: ClientFiles): void {
  const { baseUrl, browserSessions, registration } = services;
  const basePath = baseUrl.path;

  router.page('GET', '/', async (context) => {
    const visitor = await browserSessions.find(context);
    if (visitor !== undefined) {
      const { email, name } = await services.getAccount(visitor.caller.userId);
      const { script, cli } = installCommands(baseUrl, await clients.list());
      const install = script ?? cli;
      return cardPage(
        context,
        { title: name === null ? 'Welcome' : `Welcome, ${name}`, basePath, user: visitor, wide: true },
        <>
          <p>
            You are signed in as <strong>{email}</strong>.
          </p>
          <h2>Send a file from a terminal</h2>
          <pre tabindex={0}>
            <code>{`${install === undefined ? '' : `${install}\n`}drive-cli login --url ${baseUrl.href}\ndrive-cli upload FILE\ndrive-cli share /FILE`}</code>
          </pre>
          <p class="muted">
            The sign-in asks you to allow it on <a href={`${basePath}/device`}>this page</a>. For other ways to install
            it, and for the SDK, see <a href={`${basePath}/install`}>Install</a>. For a piece of text there is{' '}
            <a href={`${basePath}/paste`}>a paste</a>.
          </p>
        </>,
      );
    }
    return cardPage(
      context,
      { title: 'Drive', basePath },
      <>
        <p>A file drive that you host yourself: upload files, and share them with a link.</p>
        {(await services.hasAccounts()) ? (
          <div class="actions">
            <a class="button" href={`${basePath}/sign-in`}>
              Sign in
            </a>
            {registration.policy === 'open' && (
              <a class="button plain" href={`${basePath}/register`}>
                Create an account
              </a>
            )}
          </div>
        ) : (
          <p class="notice">There is no account yet. Open the set-up link that the server printed when it started.</p>
        )}
      </>,
      <>
        {services.anonymousUploads && (
          <>
            Without an account: <a href={`${basePath}/upload`}>send files</a>,{' '}
            <a href={`${basePath}/paste`}>write a paste</a> ·{' '}
          </>
        )}
        For developers: <a href={`${basePath}/install`}>command line and SDK</a>,{' '}
        <a href={`${basePath}/api/docs`}>API</a>
      </>,
    );
  });
}
