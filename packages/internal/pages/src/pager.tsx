import { t } from './language.ts';

export interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  readonly pathOfPage: (page: number) => string;
}

/** Links to the previous and the next page; empty if there is only one page. */
export function Pager({ page, totalPages, pathOfPage }: PagerProps) {
  if (totalPages <= 1) return <></>;
  return (
    <nav class="pages" aria-label={t('Pages')}>
      {page > 1 ? (
        <a class="button plain slim" href={pathOfPage(Math.min(page, totalPages + 1) - 1)} rel="prev">
          {t('Previous')}
        </a>
      ) : (
        <span />
      )}
      <span class="muted">{t('Page {page} of {total}', { page, total: totalPages })}</span>
      {page < totalPages ? (
        <a class="button plain slim" href={pathOfPage(page + 1)} rel="next">
          {t('Next')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** Page number from a query; 1 if it is not a number. A page beyond the last is empty. */
export function pageNumber(text: string | undefined): number {
  return Number(/^[1-9]\d{0,8}$/.exec(text ?? '1')?.[0] ?? 1);
}
