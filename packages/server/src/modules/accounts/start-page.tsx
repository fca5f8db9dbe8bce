import type { Router } from '../../platform/http/index.ts';
import { cardPage, type PagesDeps } from './account-forms.tsx';

/** What this server is, and the way in. */
export function mountStartPage(router: Router, deps: PagesDeps): void {
  const { basePath, baseUrl, browserSessions, registration, hasAccounts } = deps;

  router.page('GET', '/', async (context) => {
    const visitor = await browserSessions.find(context);
    if (visitor !== undefined) {
      const { email, name } = await deps.getAccount(visitor.caller.userId);
      return cardPage(
        context,
        { title: name === null ? 'Welcome' : `Welcome, ${name}`, basePath, user: visitor, wide: true },
        <>
          <p>
            You are signed in as <strong>{email}</strong>.
          </p>
          <h2>Send a file from a terminal</h2>
          <pre tabindex={0}>
            <code>{`drive-cli login --url ${baseUrl}\ndrive-cli upload FILE\ndrive-cli share /FILE`}</code>
          </pre>
          <p class="muted">
            The first command asks you to allow it on <a href={`${basePath}/device`}>this page</a>. For a piece of text
            there is <a href={`${basePath}/paste`}>a paste</a>.
          </p>
        </>,
      );
    }
    return cardPage(
      context,
      { title: 'Drive', basePath },
      <>
        <p>A file drive that belongs to whoever runs it: files go up whole, and a link hands them on.</p>
        {(await hasAccounts()) ? (
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
          <p class="notice">
            Nobody has an account here yet. Open the set-up link that the server printed when it started.
          </p>
        )}
      </>,
      deps.anonymousUploads && (
        <>
          Without an account: <a href={`${basePath}/upload`}>send files</a>,{' '}
          <a href={`${basePath}/paste`}>write a paste</a>
        </>
      ),
    );
  });
}
