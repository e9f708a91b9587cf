// A sprite atlas: keeps small drawings by key on a few canvases, so that a frame copies pixels instead of drawing paths
// and text.

export interface Sprite {
  readonly page: HTMLCanvasElement;
  readonly sx: number;
  readonly sy: number;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Position of the anchor within the sprite, in device pixels. */
  readonly anchorX: number;
  readonly anchorY: number;
}

/** A drawing in CSS pixels around its anchor at (0,0). */
export interface Drawing {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  draw(context: CanvasRenderingContext2D): void;
}

const MAX_PAGES = 48;

export class Atlas {
  private readonly sprites = new Map<string, Sprite>();
  private readonly ratio: number;
  private pages = 0;
  private context: CanvasRenderingContext2D | undefined;
  private x = 0;
  private y = 0;
  private rowHeight = 0;

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
    const context = this.allocate(width, height);
    const sprite: Sprite = { page: context.canvas, sx: this.x, sy: this.y, width, height, anchorX, anchorY };
    context.save();
    context.setTransform(ratio, 0, 0, ratio, this.x + anchorX, this.y + anchorY);
    drawing.draw(context);
    context.restore();
    this.x += width;
    this.rowHeight = Math.max(this.rowHeight, height);
    this.sprites.set(key, sprite);
    return sprite;
  }

  private allocate(width: number, height: number): CanvasRenderingContext2D {
    // A browser copies a canvas that is drawn on after it was drawn from: small pages keep the copy for a new label
    // small.
    const side = this.ratio > 1.5 ? 512 : 256;
    if (this.x + width > side) {
      this.x = 0;
      this.y += this.rowHeight;
      this.rowHeight = 0;
    }
    if (this.context && this.y + height <= side) return this.context;
    // Too many: start over. Pages used by the current frame live until it is done.
    if (this.pages === MAX_PAGES) {
      this.sprites.clear();
      this.pages = 0;
    }
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('canvas is not available');
    this.context = context;
    this.pages += 1;
    this.x = 0;
    this.y = 0;
    this.rowHeight = 0;
    return context;
  }
}
