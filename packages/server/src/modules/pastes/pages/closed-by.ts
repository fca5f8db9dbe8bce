import type { Refusal } from '../../../pages/refusal-pages.tsx';

/** Why there is nothing to read, by its code. Unknown, deleted and private ones look alike. */
export const refusals = {
  paste_not_found: {
    title: 'This link leads nowhere',
    text: 'It may be mistyped, or whoever shared it has deleted the paste.',
  },
  paste_expired: { title: 'This paste has expired', text: 'Ask whoever sent you the link for a new one.' },
  paste_burned: {
    title: 'This paste has been read',
    text: 'It was to be read once, and is gone. If that was not you, tell whoever sent you the link.',
  },
  too_many_requests: { title: 'Too many tries', text: 'Wait a minute, then try again.' },
} as const satisfies Record<string, Refusal>;
