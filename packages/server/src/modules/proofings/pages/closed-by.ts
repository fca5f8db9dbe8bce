import type { Refusal } from '../../../pages/refusal-pages.tsx';

/** Why there is nothing to choose from, by its code. Unknown and ended ones, and those whose folder is gone, look alike. */
export const refusals = {
  proofing_not_found: {
    title: 'This link leads nowhere',
    text: 'It may be mistyped, or whoever shared it has ended it.',
  },
  proofing_expired: { title: 'This proofing has ended', text: 'Ask whoever sent you the link for a new one.' },
  file_not_found: { title: 'This file is not here', text: 'It was deleted.' },
} as const satisfies Record<string, Refusal>;
