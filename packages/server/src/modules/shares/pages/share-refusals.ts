import type { Refusal } from '../../../pages/refusal-pages.tsx';

/** The pages of errors. Unknown, private and revoked links get the same one. */
export const refusals = {
  share_not_found: {
    title: 'This link does not exist',
    text: 'It may be mistyped, or its owner has revoked it.',
  },
  share_expired: { title: 'This link has expired', text: 'Ask the sender for a new one.' },
  share_limit_reached: {
    title: 'This link has no downloads left',
    text: 'Its owner limited the number of downloads. Ask the sender for a new link.',
  },
  file_quarantined: {
    title: 'This file is quarantined',
    text: 'It was quarantined by the administrator of this server.',
  },
  file_not_found: { title: 'This file is not available', text: 'It may have been moved, or is no longer shared.' },
  folder_not_found: { title: 'This folder is not available', text: 'It may have been moved, or is no longer shared.' },
  access_denied: {
    title: 'This is not allowed here',
    text: 'The owner disabled it, or it belongs to someone else.',
  },
  comment_not_found: { title: 'This comment is not available', text: 'It may have been deleted.' },
  archive_size_exceeded: {
    title: 'This is too large for one ZIP',
    text: 'Download the files one by one, or folder by folder.',
  },
} as const satisfies Record<string, Refusal>;
