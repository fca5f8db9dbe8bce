import type { Refusal } from '@drive/pages';

/**
 * Pages of links that are closed, expired or used up, and of what visitors do not find behind an open one: by kind of link
 * and error code. A link that is unknown, private or revoked gets the same page, so that guesses learn nothing.
 */
export const linkRefusals = {
  share: {
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
      title: 'This file is not available',
      text: 'message',
    },
    file_not_found: { title: 'This file is not available', text: 'It may have been moved, or is no longer shared.' },
    folder_not_found: {
      title: 'This folder is not available',
      text: 'It may have been moved, or is no longer shared.',
    },
    access_denied: {
      title: 'This is not allowed here',
      text: 'The owner disabled it, or it belongs to someone else.',
    },
    comment_not_found: { title: 'This comment is not available', text: 'It may have been deleted.' },
    archive_size_exceeded: {
      title: 'This is too large for one ZIP',
      text: 'Download the files one by one, or folder by folder.',
    },
  },
  collection: {
    collection_not_found: {
      title: 'This link does not exist',
      text: 'It may be mistyped, or the file request was closed.',
    },
    collection_expired: { title: 'This file request has ended', text: 'Ask the sender of the link for a new one.' },
  },
  proofing: {
    proofing_not_found: {
      title: 'This link does not exist',
      text: 'It may be mistyped, or the proofing was ended.',
    },
    proofing_expired: { title: 'This proofing has ended', text: 'Ask the sender of the link for a new one.' },
  },
  paste: {
    paste_not_found: {
      title: 'This link does not exist',
      text: 'It may be mistyped, or the paste was deleted.',
    },
    paste_expired: { title: 'This paste has expired', text: 'Ask the sender of the link for a new one.' },
    paste_burned: {
      title: 'This paste has been read',
      text: 'It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.',
    },
    too_many_requests: { title: 'Too many attempts', text: 'Wait a minute, then try again.' },
  },
} as const satisfies Record<string, Record<string, Refusal>>;
