import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { createAuthors, type Authors } from './authors.ts';
import { mountFeedbackRoutes, type OpenForFeedback } from './feedback-routes.ts';
import { Feedback, type FeedbackDeps } from './feedback-service.ts';
import { feedbackOf } from './feedback-store.ts';

/** Shares per query of the sweep. */
const SHARES_PER_PAGE = 200;

export interface FeedbackModule {
  readonly service: Feedback;
  readonly authors: Authors;
  /** `open` authorizes access to the share. */
  routes(router: Router, open: OpenForFeedback): void;
}

export function createFeedback(
  deps: FeedbackDeps &
    Pick<Ports, 'baseUrl' | 'secrets' | 'jobs'> & {
      readonly config: { readonly sweepMs: number };
    },
): FeedbackModule {
  const { database, jobs, shares, config } = deps;
  const authors = createAuthors(deps);
  const service = new Feedback(deps);

  // Feedback is invisible from the moment its share is revoked or purged; the sweep deletes it.
  jobs.every('feedback.sweep', config.sweepMs, async ({ signal }) => {
    for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
      const { ended, last } = await shares.feedback.listEnded(database.reader, { after, limit: SHARES_PER_PAGE });
      for (const rowId of ended) {
        await deleteInBatches(database, signal, feedbackOf(rowId));
        if (!signal.aborted) await database.write((tx) => shares.feedback.clear(tx, rowId));
      }
      after = last;
    }
  });

  return {
    service,
    authors,
    routes: (router, open) => mountFeedbackRoutes(router, { ...deps, service, authors }, open),
  };
}
