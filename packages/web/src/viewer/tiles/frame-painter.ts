// Paints one frame of a plan as the viewer does, without loading the viewer.
import type { Frame } from '../camera/geometry.ts';
import type { Appearance } from '../options.ts';
import { readTheme } from '../theme.ts';
import { paintPaper } from './paper.ts';
import { levelResolutions, type Pyramid, type TileCoord } from './pyramid.ts';
import { createTileFilter, isPlain, paperColour, type TileFilter } from './tile-filter.ts';

export class FramePainter {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly plan: Pyramid;
  private readonly frame: Frame;
  private readonly filter: TileFilter;
  private finest = -1;

  /** The canvas must be in the document, where its CSS colours come from; it is resized to the frame. */
  constructor(canvas: HTMLCanvasElement, plan: Pyramid, frame: Frame, appearance: Appearance) {
    const { width, height, ratio, cos, sin } = frame;
    this.plan = plan;
    this.frame = frame;
    this.filter = isPlain(appearance) ? (image) => image : createTileFilter(appearance);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.context = canvas.getContext('2d');
    if (!this.context) return;
    this.context.setTransform(cos, sin, -sin, cos, canvas.width / 2, canvas.height / 2);
    const { paper, paperEdge } = readTheme(canvas);
    const sheet = this.box(0, 0, plan.widthPx, plan.heightPx);
    paintPaper(this.context, sheet, ratio, paperColour(appearance, paper), paperEdge);
  }

  /** A coarse tile that arrives after a finer one is ignored. */
  paint({ z, x, y }: TileCoord, image: ImageBitmap): void {
    if (!this.context || z < this.finest) return;
    this.finest = z;
    const resolution = levelResolutions(this.plan.levels)[z] ?? 1;
    const span = this.plan.tileSize * resolution;
    const { left, top, width, height } = this.box(
      x * span,
      y * span,
      image.width * resolution,
      image.height * resolution,
    );
    this.context.drawImage(this.filter(image), left, top, width, height);
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
