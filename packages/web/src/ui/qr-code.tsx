import { encode, renderSVG } from 'uqr';

/** Quiet zone around the code, in modules. */
const border = 3;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly className: string;
}

/** A QR code, black on white in every theme, because readers expect that. For parts of the app that are loaded late. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** URL of the code as an SVG file. */
export const qrFileUrl = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border }))}`;
