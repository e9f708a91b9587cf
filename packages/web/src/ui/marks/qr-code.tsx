// A QR code drawn in the browser: what it holds goes to nobody else. Always dark on light, as cameras expect.
import { encode } from 'uqr';

/** Light border in modules, as the standard asks for. */
const QUIET = 4;

/** The path of all dark modules, each a square of one unit. */
function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, side: size };
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, side } = qrPath(text);
  return (
    <svg className="qr-code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${side}v${side}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
