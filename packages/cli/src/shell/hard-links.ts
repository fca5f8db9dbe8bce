const codes: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EMLINK',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
  'EXDEV',
]);

/** Whether a hard link failed because the file system has none, or refuses them. */
export const hasNoHardLinks = (error: unknown): boolean => codes.has((error as NodeJS.ErrnoException).code);
