/** Paths of screens of the web app that emails, redirects and other pages lead to, below the base URL. */
export const appScreens = {
  files: '/app/files',
  /** The first steps of a new user. */
  start: '/app/start',
  account: '/app/account',
  /** Two-factor authentication and active sessions. */
  security: '/app/account/security',
  folder: (id: string) => `/app/files/${id}` as const,
  /** The file, over the list of the user's own files. */
  file: (id: string) => `/app/files?view=${id}` as const,
  /** What others gave to the user. */
  given: '/app/shared-with-me',
  fileRequest: (id: string) => `/app/shared/requests/${id}` as const,
  proofing: (id: string) => `/app/shared/proofings/${id}` as const,
} as const;
