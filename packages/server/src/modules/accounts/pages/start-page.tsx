import { cardPage, mountAsset, readClientScript, seeOther, t } from '@drive/pages';
import type { Router } from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';

export function mountStartPage(router: Router, services: AccountServices): void {
  const { baseUrl, browserSessions, registration } = services;
  const basePath = baseUrl.path;
  const forget = readClientScript('forget', import.meta.url);
  mountAsset(router, forget);

  router.page('GET', '/', async (context) => {
    if ((await browserSessions.find(context, { beforeSecondFactor: true })) !== undefined)
      return seeOther(context, basePath, '/app/');
    return cardPage(
      context,
      { title: services.instance.name, basePath, scripts: [forget.path] },
      <>
        <p>{t('A file drive that you host yourself: upload files, and share them with a link.')}</p>
        {(await services.hasAccounts()) ? (
          <div class="actions">
            <a class="button" href={`${basePath}/sign-in`}>
              {t('Sign in')}
            </a>
            {registration.policy === 'open' && (
              <a class="button plain" href={`${basePath}/register`}>
                {t('Create an account')}
              </a>
            )}
          </div>
        ) : (
          <p class="notice">
            {t('There is no account yet. Open the set-up link that the server printed when it started.')}
          </p>
        )}
      </>,
      <>
        {services.config.anonymousUploads && (
          <>
            {t('Without an account:')} <a href={`${basePath}/upload`}>{t('send files')}</a>,{' '}
            <a href={`${basePath}/paste`}>{t('write a paste')}</a> ·{' '}
          </>
        )}
        {t('For developers:')} <a href={`${basePath}/install`}>{t('command line and SDK')}</a>,{' '}
        <a href={`${basePath}/api/docs`}>API</a>
      </>,
    );
  });
}
