import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { Field, Notice } from '../../pages/form.tsx';
import { pageResponse } from '../../pages/layout.tsx';
import { seeOther } from '../../pages/own-path.ts';
import { isDomainError } from '../../platform/errors.ts';
import { exchangeOf } from '../../platform/http/exchange.ts';
import type { Router } from '../../platform/http/router.ts';
import type { BrowserSession, BrowserSessions } from '../accounts/index.ts';
import type { Devices } from './devices.ts';

export interface DevicePageDeps {
  readonly visitors: BrowserSessions;
  readonly devices: Devices;
  /** The path of the base URL, empty where there is none. */
  readonly basePath: string;
}

/** Where a person allows, or refuses, a device that waits. */
export function mountDevicePage(router: Router, { visitors, devices, basePath }: DevicePageDeps): void {
  const show = (
    context: Context,
    visitor: BrowserSession,
    look: { readonly title: string; readonly status?: number },
    card: Child,
  ): Promise<Response> =>
    pageResponse(
      context,
      { ...look, basePath, user: visitor },
      <section class="card">
        <h1>{look.title}</h1>
        {card}
      </section>,
    );

  const askForCode = (context: Context, visitor: BrowserSession, typed: string, wrong?: string): Promise<Response> =>
    show(
      context,
      visitor,
      { title: 'Sign in a device', status: wrong === undefined ? 200 : 404 },
      <form method="get" action={`${basePath}/device`}>
        <p class="muted">The device shows a code of eight letters. Type it here.</p>
        <Field
          name="code"
          label="Code"
          class="code"
          value={typed}
          error={wrong}
          autocomplete="off"
          maxlength={20}
          autofocus
        />
        <button class="button full" type="submit">
          Go on
        </button>
      </form>,
    );

  const askForDecision = (
    context: Context,
    visitor: BrowserSession,
    code: string,
    refusal?: string,
  ): Promise<Response> =>
    show(
      context,
      visitor,
      { title: 'Allow this device?', status: refusal === undefined ? 200 : 409 },
      <>
        {refusal !== undefined && <Notice kind="bad">{refusal}</Notice>}
        <p class="usercode">{code}</p>
        <p>
          Allow it only if you began this yourself and the device in front of you shows <strong>the same code</strong>.
        </p>
        <p>It gets an API key of your account and with it may do whatever you may do:</p>
        <ul>
          <li>see, fetch, add, change and delete your files,</li>
          <li>share them with others,</li>
          <li>make and revoke API keys.</li>
        </ul>
        <form method="post" action={`${basePath}/device`}>
          <input type="hidden" name="xsrf" value={visitor.xsrfToken} />
          <input type="hidden" name="code" value={code} />
          <div class="actions">
            <button class="button" type="submit" name="decision" value="approve">
              Approve
            </button>
            <button class="button plain" type="submit" name="decision" value="refuse">
              Refuse
            </button>
          </div>
        </form>
      </>,
    );

  const askToSignIn = (context: Context, code: string): Response => {
    const next = code === '' ? '/device' : `/device?code=${encodeURIComponent(code)}`;
    return seeOther(context, basePath, `/sign-in?next=${encodeURIComponent(next)}`);
  };

  const noSuchCode = 'No device waits under this code. Is it typed as shown? It works for ten minutes, and once.';

  router.page('GET', '/device', async (context) => {
    const typed = context.req.query('code') ?? '';
    const visitor = await visitors.find(context);
    if (visitor === undefined) return askToSignIn(context, typed);
    const done = context.req.query('done');
    if (done === 'approved')
      return show(
        context,
        visitor,
        { title: 'Device allowed' },
        <>
          <Notice kind="good">The device signs in by itself within a few seconds.</Notice>
          <p class="muted">You may close this page. To take it back, revoke its API key.</p>
        </>,
      );
    if (done === 'refused')
      return show(context, visitor, { title: 'Device refused' }, <p>It gets no access to your account.</p>);
    if (typed === '') return askForCode(context, visitor, '');
    const code = await devices.findWaiting({
      typedCode: typed,
      caller: visitor.caller,
      clientNetwork: exchangeOf(context).clientNetwork,
    });
    return code === undefined
      ? askForCode(context, visitor, typed, noSuchCode)
      : askForDecision(context, visitor, code);
  });

  router.page('POST', '/device', async (context) => {
    const form = await visitors.readForm(context);
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
