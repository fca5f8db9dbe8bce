import { limits } from '@drive/contract';
import { cardPage, Notice, PostForm, SubmitButton, t } from '@drive/pages';
import type { Context } from 'hono';
import { pageQuery, pageText, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { AccountDeletions } from './account-deletions.ts';

const query = pageQuery({ token: pageText(limits.comparedCharacters) });
/** `2026-05-01` */
const day = /^\d{4}-\d{2}-\d{2}$/;
const deletedQuery = pageQuery({ until: pageText(10) });

/**
 * The page that the web app shows once the account is deleted, and the one to which the email about it leads. A GET changes nothing:
 * programs that look for dangerous links open it.
 */
export class KeepPages {
  readonly #deletions: AccountDeletions;
  readonly #basePath: string;

  constructor({ deletions, baseUrl }: Pick<Ports, 'baseUrl'> & { readonly deletions: AccountDeletions }) {
    this.#deletions = deletions;
    this.#basePath = baseUrl.path;
  }

  mount(router: Router): void {
    router.page('GET', '/account-deleted', (context) => {
      const { until = '' } = deletedQuery.of(context);
      return cardPage(
        context,
        { title: t('Your account is deleted'), basePath: this.#basePath },
        <p>
          {day.test(until)
            ? t(
                'Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.',
                { date: until },
              )
            : t('You are signed out. Everything in it is being deleted.')}
        </p>,
      );
    });

    router.page('GET', '/keep-account', async (context) => {
      const token = query.of(context).token ?? '';
      if (!(await this.#deletions.isKept(token))) return this.#unknownLink(context);
      return cardPage(
        context,
        { title: t('Keep the account'), basePath: this.#basePath },
        <PostForm action={`${this.#basePath}/keep-account?token=${encodeURIComponent(token)}`}>
          <p>{t('Everything in it is as it was: your files, your links and your keys work again.')}</p>
          <SubmitButton>{t('Keep the account')}</SubmitButton>
        </PostForm>,
      );
    });

    router.page('POST', '/keep-account', async (context) => {
      if (!(await this.#deletions.keep(query.of(context).token ?? ''))) return this.#unknownLink(context);
      return cardPage(
        context,
        { title: t('Your account is kept'), basePath: this.#basePath },
        <Notice kind="good">{t('Sign in again. If it was not you who deleted it, set a new password first.')}</Notice>,
        <a href={`${this.#basePath}/sign-in`}>{t('Sign in')}</a>,
      );
    });
  }

  #unknownLink(context: Context) {
    return cardPage(
      context,
      { title: t('This link no longer works'), basePath: this.#basePath, status: 403 },
      <p>{t('The account is kept already, or it is gone.')}</p>,
      <a href={`${this.#basePath}/sign-in`}>{t('Sign in')}</a>,
    );
  }
}
