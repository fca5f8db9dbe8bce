export interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  readonly pathOfPage: (page: number) => string;
}

/** The way to the pages before and after; nothing where there is one. */
export function Pager({ page, totalPages, pathOfPage }: PagerProps) {
  if (totalPages <= 1) return <></>;
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? (
        <a class="button plain slim" href={pathOfPage(Math.min(page, totalPages + 1) - 1)} rel="prev">
          Previous
        </a>
      ) : (
        <span />
      )}
      <span class="muted">
        Page {page.toLocaleString('en')} of {totalPages.toLocaleString('en')}
      </span>
      {page < totalPages ? (
        <a class="button plain slim" href={pathOfPage(page + 1)} rel="next">
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** Pages beyond the last are empty; what is no number is the first. */
export function pageNumber(text: string | undefined): number {
  return Number(/^[1-9]\d{0,8}$/.exec(text ?? '1')?.[0] ?? 1);
}
