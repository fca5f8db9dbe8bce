import type { UploadReservation } from '../api.gen.ts';
import type { Transport } from '../transport.ts';

/** How long a given-up upload may be told to the server; it would notice by itself in a day. */
const farewellMs = 3000;

/** Frees what was reserved, as far as the server can be reached; why it was given up is what counts. */
export async function giveUp(
  { settings }: Transport,
  { uploadUrl }: Pick<UploadReservation, 'uploadUrl'>,
): Promise<void> {
  await settings.fetch(uploadUrl, { method: 'DELETE', signal: AbortSignal.timeout(farewellMs) }).catch(() => {});
}
