// Small drawings kept as bitmaps by key, so that a frame copies pixels instead of drawing paths and text. Each has a
// bitmap of its own: copying part of a larger one takes the browser twice the time.

/** The canvas of a view or of a sprite. */
export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Sprite {
  readonly image: ImageBitmap;
  /** Of the bitmap in device pixels; asking the bitmap itself for each copy takes time. */
  readonly width: number;
  readonly height: number;
  /** Position of the anchor within the bitmap, in device pixels. */
  readonly anchorX: number;
  readonly anchorY: number;
}

/** A drawing in CSS pixels around its anchor at (0,0). */
export interface Drawing {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  draw(context: Context2D): void;
}

const BYTES_PER_PIXEL = 4;
const MAX_BYTES = 24 * 1024 ** 2;

export class SpriteCache {
  private readonly sprites = new Map<string, Sprite>();
  private readonly ratio: number;
  private bytes = 0;

  constructor(ratio: number) {
    this.ratio = ratio;
  }

  get(key: string, make: () => Drawing): Sprite {
    return this.sprites.get(key) ?? this.add(key, make());
  }

  private add(key: string, drawing: Drawing): Sprite {
    const { ratio } = this;
    const anchorX = Math.ceil(-drawing.left * ratio) + 1;
    const anchorY = Math.ceil(-drawing.top * ratio) + 1;
    const width = anchorX + Math.ceil(drawing.right * ratio) + 1;
    const height = anchorY + Math.ceil(drawing.bottom * ratio) + 1;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('canvas is not available');
    context.setTransform(ratio, 0, 0, ratio, anchorX, anchorY);
    drawing.draw(context);
    const sprite: Sprite = { image: canvas.transferToImageBitmap(), width, height, anchorX, anchorY };
    this.keep(key, sprite);
    return sprite;
  }

  private keep(key: string, sprite: Sprite): void {
    const bytes = sprite.width * sprite.height * BYTES_PER_PIXEL;
    if (this.bytes + bytes > MAX_BYTES) {
      // Those of the current frame are still to be drawn, so no bitmap is closed.
      this.sprites.clear();
      this.bytes = 0;
    }
    this.sprites.set(key, sprite);
    this.bytes += bytes;
  }
}
