import type { Refusal } from '../../../pages/refusal-pages.tsx';

/** Why a file request takes nothing, by its code. Unknown and closed ones, and those whose folder is gone, look alike. */
export const refusals = {
  collection_not_found: {
    title: 'This link leads nowhere',
    text: 'It may be mistyped, or whoever asked for files has closed it.',
  },
  file_not_found: { title: 'This file is not here', text: 'It was deleted.' },
  collection_expired: { title: 'This file request has ended', text: 'Ask whoever sent you the link for a new one.' },
} as const satisfies Record<string, Refusal>;
