import type { Context } from 'hono';
import { cardPage } from '../../pages/layout.tsx';
import { Field, Notice, PostForm, SubmitButton } from '../../pages/form.tsx';
import { installCommands } from '../../pages/install-command.ts';
import { seeOther } from '../../pages/own-path.ts';
import type { BaseUrl } from '../../platform/base-url.ts';
import { isDomainError } from '../../platform/errors.ts';
import { exchangeOf } from '../../platform/http/exchange.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ClientFiles } from '../../platform/program/index.ts';
import type { Accounts, BrowserSession } from '../accounts/index.ts';
import type { DeviceSignIn } from './device-sign-in.ts';
import { t, translateMessage, type Text } from '../../pages/language.ts';

const noSuchCode = 'No device is waiting with this code. Check the code: it works once, within ten minutes.';

export function mountDevicePage(
  router: Router,
  {
    baseUrl,
    browserSessions,
    devices,
    clients,
  }: {
    readonly baseUrl: BaseUrl;
    readonly browserSessions: Accounts['browserSessions'];
    readonly devices: DeviceSignIn;
    readonly clients: ClientFiles;
  },
): void {
  const basePath = baseUrl.path;

  const askForCode = async (context: Context, user: BrowserSession, typed: string, wrong?: Text): Promise<Response> => {
    const { script, cli } = installCommands(baseUrl, await clients.list());
    const install = script ?? cli;
    return cardPage(
      context,
      { title: t('Sign in a device'), basePath, user, status: wrong === undefined ? 200 : 404 },
      <form method="get" action={`${basePath}/device`}>
        <p class="muted">{t('The device shows a code of eight letters. Type it here.')}</p>
        <Field
          name="code"
          label={t('Code')}
          class="code"
          value={typed}
          error={wrong && t(wrong)}
          autocomplete="off"
          maxlength={20}
          autofocus
        />
        <SubmitButton>{t('Continue')}</SubmitButton>
      </form>,
      install !== undefined && (
        <>
          {t('No command line yet? Run')} <code>{install}</code> · <a href={`${basePath}/install`}>{t('Install')}</a>
        </>
      ),
    );
  };

  const askForDecision = (context: Context, user: BrowserSession, code: string, refusal?: string): Promise<Response> =>
    cardPage(
      context,
      { title: t('Allow this device?'), basePath, user, status: refusal === undefined ? 200 : 409 },
      <>
        {refusal !== undefined && <Notice kind="bad">{translateMessage(refusal)}</Notice>}
        <p class="usercode">{code}</p>
        <p>{t('Allow it only if you started this yourself and the device in front of you shows the same code.')}</p>
        <p>{t('It gets an API key of your account, which can do everything you can do:')}</p>
        <ul>
          <li>{t('see, download, add, change and delete your files,')}</li>
          <li>{t('share them with others,')}</li>
          <li>{t('create and revoke API keys.')}</li>
        </ul>
        <PostForm action={`${basePath}/device`} hidden={{ xsrf: user.xsrfToken, code }}>
          <div class="actions">
            <button class="button" type="submit" name="decision" value="approve">
              {t('Approve')}
            </button>
            <button class="button plain" type="submit" name="decision" value="refuse">
              {t('Refuse')}
            </button>
          </div>
        </PostForm>
      </>,
    );

  const askToSignIn = (context: Context, code: string): Response => {
    const next = code === '' ? '/device' : `/device?code=${encodeURIComponent(code)}`;
    return seeOther(context, basePath, `/sign-in?next=${encodeURIComponent(next)}`);
  };

  router.page('GET', '/device', async (context) => {
    const typedCode = context.req.query('code') ?? '';
    const user = await browserSessions.find(context);
    if (user === undefined) return askToSignIn(context, typedCode);
    const done = context.req.query('done');
    if (done === 'approved')
      return cardPage(
        context,
        { title: t('Device allowed'), basePath, user },
        <>
          <Notice kind="good">{t('The device signs in by itself within a few seconds.')}</Notice>
          <p class="muted">{t('You can close this page. To sign the device out, revoke its API key.')}</p>
        </>,
      );
    if (done === 'refused')
      return cardPage(
        context,
        { title: t('Device refused'), basePath, user },
        <p>{t('It gets no access to your account.')}</p>,
      );
    if (typedCode === '') return askForCode(context, user, '');
    const { clientNetwork } = exchangeOf(context);
    const code = await devices.findWaiting({ typedCode, caller: user.caller, clientNetwork });
    return code === undefined ? askForCode(context, user, typedCode, noSuchCode) : askForDecision(context, user, code);
  });

  router.page('POST', '/device', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form === undefined) return askToSignIn(context, '');
    const { visitor, fields } = form;
    const typedCode = fields('code');
    const decision = fields('decision');
    if (decision !== 'approve' && decision !== 'refuse') return seeOther(context, basePath, '/device');
    try {
      const { clientNetwork } = exchangeOf(context);
      await devices.decide({ caller: visitor.caller, clientNetwork, typedCode, approve: decision === 'approve' });
    } catch (error) {
      if (isDomainError(error, 'not_found')) return askForCode(context, visitor, typedCode, noSuchCode);
      if (!isDomainError(error, 'api_key_limit_reached')) throw error;
      return askForDecision(context, visitor, typedCode, error.message);
    }
    return seeOther(context, basePath, `/device?done=${decision === 'approve' ? 'approved' : 'refused'}`);
  });
}
