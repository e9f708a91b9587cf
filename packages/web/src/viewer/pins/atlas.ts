// One canvas that keeps small drawings under a key, so that a frame copies pixels instead of drawing paths and text.

export interface Sprite {
  readonly sx: number;
  readonly sy: number;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Place of the anchor within the sprite, device pixels. */
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

export class Atlas {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly sprites = new Map<string, Sprite>();
  private readonly ratio: number;
  private x = 0;
  private y = 0;
  private rowHeight = 0;

  constructor(ratio: number) {
    this.ratio = ratio;
    this.canvas.width = ratio > 1.5 ? 2048 : 1024;
    this.canvas.height = this.canvas.width;
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('canvas is not available');
    this.context = context;
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
    this.makeRoom(width, height);
    const sprite: Sprite = { sx: this.x, sy: this.y, width, height, anchorX, anchorY };
    const { context } = this;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, this.x + anchorX, this.y + anchorY);
    drawing.draw(context);
    context.restore();
    this.x += width;
    this.rowHeight = Math.max(this.rowHeight, height);
    this.sprites.set(key, sprite);
    return sprite;
  }

  private makeRoom(width: number, height: number): void {
    if (this.x + width > this.canvas.width) {
      this.x = 0;
      this.y += this.rowHeight;
      this.rowHeight = 0;
    }
    if (this.y + height <= this.canvas.height) return;
    // Full: start over. What this frame has drawn already stands on the screen's own canvas.
    this.sprites.clear();
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.x = 0;
    this.y = 0;
    this.rowHeight = 0;
  }
}
