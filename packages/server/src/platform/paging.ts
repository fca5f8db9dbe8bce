import type { Pagination } from '@drive/contract';

/** One page of a listing, from 1, of so many rows. */
export interface PageWish {
  readonly page: number;
  readonly limit: number;
}

/** The rows of it, as a query skips and takes them. */
export const rowsOf = ({ page, limit }: PageWish): { offset: number; limit: number } => ({
  offset: (page - 1) * limit,
  limit,
});

/** What every listing tells about where it stands. */
export const paginationOf = ({ page, limit }: PageWish, totalItems: number): Pagination => ({
  currentPage: page,
  totalItems,
  totalPages: Math.ceil(totalItems / limit),
});
