/** An `Idempotency-Key`. Not a UUID, because browsers provide `randomUUID` only on https pages. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
