import { limits } from '@drive/contract';
import { cardPage, Notice, PostForm, SubmitButton, t } from '@drive/pages';
import type { Context } from 'hono';
import { pageQuery, pageText, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';

const query = pageQuery({ token: pageText(limits.comparedCharacters) });

/**
 * The page that emails lead to. A GET changes nothing, because programs that look for dangerous links open it; mail programs send
 * the POST to the same URL (RFC 8058).
 */
export function mountUnsubscribePage(
  router: Router,
  {
    baseUrl,
    secrets,
    accounts,
  }: Pick<Ports, 'baseUrl' | 'secrets'> & { readonly accounts: Pick<Accounts, 'unsubscribe'> },
): void {
  const basePath = baseUrl.path;
  const userOf = (context: Context): number | undefined => {
    try {
      return Number(secrets.decrypt('unsubscribe', 'email', query.of(context).token ?? ''));
    } catch {
      return undefined;
    }
  };
  const unknownLink = (context: Context) =>
    cardPage(
      context,
      { title: t('This link no longer works'), basePath, status: 403 },
      <p>{t('Sign in to choose which emails you get.')}</p>,
      <a href={`${basePath}/sign-in`}>{t('Sign in')}</a>,
    );

  router.page('GET', '/unsubscribe', (context) => {
    if (userOf(context) === undefined) return unknownLink(context);
    const action = `${basePath}/unsubscribe?token=${encodeURIComponent(query.of(context).token ?? '')}`;
    return cardPage(
      context,
      { title: t('Turn off emails'), basePath },
      <PostForm action={action}>
        <p>{t('You get no more emails about what others do. Emails about your sign-in still come.')}</p>
        <SubmitButton>{t('Turn off emails')}</SubmitButton>
      </PostForm>,
    );
  });

  router.page('POST', '/unsubscribe', async (context) => {
    const userId = userOf(context);
    if (userId === undefined || !(await accounts.unsubscribe(userId))) return unknownLink(context);
    return cardPage(
      context,
      { title: t('Emails are off'), basePath },
      <Notice kind="good">{t('You can turn them on again in your account.')}</Notice>,
    );
  });
}
