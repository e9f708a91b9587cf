// Greyscale images for the alignment: ink on paper, downscaled by averaging, and placed by a similarity transform.

/** Ink from 0 (paper) to 1, row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly ink: Float32Array };

/**
 * Rotation, uniform scale and shift in pixels: (x, y) → (p·x − q·y + u, q·x + p·y + v). Pixel centres are at halves.
 */
export type PixelRotation = { readonly p: number; readonly q: number; readonly u: number; readonly v: number };

export const rotationOf = (scale: number, angle: number, u = 0, v = 0): PixelRotation => ({
  p: scale * Math.cos(angle),
  q: scale * Math.sin(angle),
  u,
  v,
});

export const turned = ({ p, q, u, v }: PixelRotation, x: number, y: number) => ({
  x: p * x - q * y + u,
  y: q * x + p * y + v,
});

export function backwards({ p, q, u, v }: PixelRotation): PixelRotation {
  const det = p * p + q * q;
  return { p: p / det, q: -q / det, u: -(p * u + q * v) / det, v: (q * u - p * v) / det };
}

/** The same transform for images of other sizes. */
export function rescaled({ p, q, u, v }: PixelRotation, from: number, to: number): PixelRotation {
  return { p: (p * to) / from, q: (q * to) / from, u: u * to, v: v * to };
}

/** Downscales an image; each pixel is the mean of the area it covers. */
export function shrunk(grey: Grey, longest: number): Grey {
  const factor = longest / Math.max(grey.width, grey.height);
  if (factor >= 1) return grey;
  const width = Math.max(1, Math.round(grey.width * factor));
  const height = Math.max(1, Math.round(grey.height * factor));
  const narrow = across(grey.ink, grey.width, grey.height, width);
  return {
    width,
    height,
    ink: flipped(across(flipped(narrow, width, grey.height), grey.height, width, height), height, width),
  };
}

function across(ink: Float32Array, width: number, height: number, requested: number): Float32Array {
  const created = new Float32Array(requested * height);
  const step = width / requested;
  for (let x = 0; x < requested; x++) {
    const from = x * step;
    const to = Math.min(width, from + step);
    for (let at = Math.floor(from); at < to; at++) {
      const share = (Math.min(at + 1, to) - Math.max(at, from)) / step;
      for (let y = 0; y < height; y++) {
        created[y * requested + x] = (created[y * requested + x] ?? 0) + share * (ink[y * width + at] ?? 0);
      }
    }
  }
  return created;
}

/** Transposes the image. */
function flipped(ink: Float32Array, width: number, height: number): Float32Array {
  const created = new Float32Array(ink.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) created[x * height + y] = ink[y * width + x] ?? 0;
  return created;
}

/** The image on a square canvas under a transform; paper where the image does not reach. */
export function drawOnCanvas(size: number, grey: Grey, rotation: PixelRotation): Float32Array {
  const { p, q, u, v } = backwards(rotation);
  const { width, height, ink } = grey;
  const created = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    let sx = p * 0.5 - q * (y + 0.5) + u - 0.5;
    let sy = q * 0.5 + p * (y + 0.5) + v - 0.5;
    for (let x = 0; x < size; x++, sx += p, sy += q) {
      if (sx < 0 || sy < 0 || sx >= width - 1 || sy >= height - 1) continue;
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      const fx = sx - x0;
      const fy = sy - y0;
      const at = y0 * width + x0;
      const top = (ink[at] ?? 0) * (1 - fx) + (ink[at + 1] ?? 0) * fx;
      const low = (ink[at + width] ?? 0) * (1 - fx) + (ink[at + width + 1] ?? 0) * fx;
      created[y * size + x] = top * (1 - fy) + low * fy;
    }
  }
  return created;
}
