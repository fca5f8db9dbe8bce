import { encode } from 'uqr';

/** Modules of the quiet zone around the code, as the standard requires. */
const QUIET = 4;

/** A QR code as an image in the page: black on white in every color scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  const ink = data.flatMap((row, y) => row.flatMap((isInk, x) => (isInk ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={ink} />
    </svg>
  );
}
