// A plan as a still image: one frame painted from the same tiles as in the viewer, without loading the viewer.
import type { Frame } from '../camera/geometry.ts';
import { type Appearance, PLAIN } from '../options.ts';
import { readTheme } from '../theme.ts';
import { levelResolutions, type Pyramid, type TileIndex } from './pyramid.ts';
import { paintSheet } from './sheet.ts';
import { isPlain, paperColour, treatment } from './treat.ts';

export class Still {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly plan: Pyramid;
  private readonly frame: Frame;
  private readonly treat: (image: ImageBitmap) => CanvasImageSource;
  private finest = -1;

  /** The canvas must be in the document, where its CSS colours come from; it is resized to the frame. */
  constructor(canvas: HTMLCanvasElement, plan: Pyramid, frame: Frame, appearance: Appearance = PLAIN) {
    const { width, height, ratio, cos, sin } = frame;
    this.plan = plan;
    this.frame = frame;
    this.treat = isPlain(appearance) ? (image) => image : treatment(appearance);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.context = canvas.getContext('2d');
    if (!this.context) return;
    this.context.setTransform(cos, sin, -sin, cos, canvas.width / 2, canvas.height / 2);
    const { paper, paperEdge } = readTheme(canvas);
    const sheet = this.box(0, 0, plan.widthPx, plan.heightPx);
    paintSheet(this.context, sheet, ratio, paperColour(appearance, paper), paperEdge);
  }

  /** Paints a tile; a coarse one that arrives after a finer one is ignored. */
  add({ z, x, y }: TileIndex, image: ImageBitmap): void {
    // An image closed meanwhile has no size.
    if (!this.context || z < this.finest || image.width === 0) return;
    this.finest = z;
    const resolution = levelResolutions(this.plan.levels)[z] ?? 1;
    const span = this.plan.tileSize * resolution;
    const { left, top, width, height } = this.box(
      x * span,
      y * span,
      image.width * resolution,
      image.height * resolution,
    );
    this.context.drawImage(this.treat(image), left, top, width, height);
  }

  /** Converts plan pixels to whole canvas pixels from the centre, so that there are no seams between tiles. */
  private box(x: number, y: number, width: number, height: number) {
    const { centreX, centreY, scale, ratio } = this.frame;
    const pixels = (length: number) => Math.round(length * scale * ratio);
    const left = pixels(x - centreX);
    const top = pixels(y - centreY);
    return { left, top, width: pixels(x + width - centreX) - left, height: pixels(y + height - centreY) - top };
  }
}
