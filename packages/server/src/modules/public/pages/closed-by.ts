import type { Refusal } from '../../../pages/refusal-pages.tsx';

/** Why a link can't be opened, by its code. Unknown, private and revoked ones look alike. */
export const refusals = {
  share_not_found: {
    title: 'This link leads nowhere',
    text: 'It may be mistyped, or whoever shared it has taken it back.',
  },
  share_expired: { title: 'This link has expired', text: 'Ask whoever sent it to you for a new one.' },
  share_limit_reached: {
    title: 'This link is used up',
    text: 'It was downloaded as often as its owner allowed. Ask whoever sent it to you for a new one.',
  },
  file_quarantined: {
    title: 'This file is held back',
    text: 'It is held back by the administrator of this server.',
  },
  file_not_found: { title: 'This file is not here', text: 'It may have been moved, or is no longer shared.' },
  folder_not_found: { title: 'This folder is not here', text: 'It may have been moved, or is no longer shared.' },
  access_denied: {
    title: 'This is not taken here',
    text: 'Whoever shares this has switched it off, or it is not yours.',
  },
  comment_not_found: { title: 'This comment is not here', text: 'It may have been deleted.' },
  archive_size_exceeded: {
    title: 'This is too much for one ZIP',
    text: 'Download the files one by one, or folder by folder.',
  },
} as const satisfies Record<string, Refusal>;
