import { DomainError } from '../../platform/errors.ts';

/**
 * Whether a file fits one of the types a request takes: its name by an ending, or the media type that its sender tells by
 * a type or a range. Nobody looks into the bytes: this spares people mistakes and keeps nobody out.
 */
function isAllowed(
  allowedTypes: readonly string[] | null,
  file: { readonly fileName: string; readonly contentType: string },
): boolean {
  if (allowedTypes === null) return true;
  const name = file.fileName.toLowerCase();
  const type = (file.contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return allowedTypes.some((allowed) => {
    if (allowed.startsWith('.')) return name.length > allowed.length && name.endsWith(allowed);
    if (allowed.endsWith('/*')) return type.startsWith(allowed.slice(0, -1));
    return type === allowed;
  });
}

export function requireAllowed(
  allowedTypes: readonly string[] | null,
  file: { readonly fileName: string; readonly contentType: string },
): void {
  if (isAllowed(allowedTypes, file)) return;
  throw new DomainError(
    'file_type_not_allowed',
    `“${file.fileName}” is not of a type that is asked for: ${(allowedTypes ?? []).join(', ')}.`,
  );
}
