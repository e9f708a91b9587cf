// Paints one frame of pins from cached sprites: bubbles and single pins back to front, then the hovered, focused and
// selected one.
import type { ViewerTheme } from '../theme.ts';
import { type ClusterLevel, MIXED } from './clusters.ts';
import { PIN_STATUS, type PinColumns } from './columns.ts';
import type { FocusTarget } from './focus-order.ts';
import { labelledPins } from './label-layout.ts';
import type { Layout } from './mark-layout.ts';
import { bubbleDrawing, bubbleTextDrawing, drawPin, labelDrawing, pinDrawing } from './pin-drawings.ts';
import { bubbleRadius, HEAD_HEIGHT, HEAD_RADIUS } from './pin-shape.ts';
import { type Sprite, SpriteCache } from './sprites.ts';

export interface PinStyle {
  readonly palette: readonly string[];
  readonly theme: ViewerTheme;
  readonly scale: number;
  readonly ratio: number;
  countText(count: number): string;
}

export interface MarkHighlights {
  readonly selected: number;
  readonly hovered: FocusTarget | undefined;
  readonly focused: FocusTarget | undefined;
  /** The pin being moved is drawn as a ghost elsewhere. */
  readonly hidden: number;
}

export class PinPainter {
  private readonly style: PinStyle;
  private readonly sprites: SpriteCache;
  /** Kept for the next frame, which may show the same. */
  private readonly copies: Copy[] = [];
  private readonly counts = new Map<number, string>();

  constructor(style: PinStyle) {
    this.style = style;
    this.sprites = new SpriteCache(style.ratio);
  }

  /** Collects the sprites of the marks. */
  prepare(layout: Layout, columns: PinColumns, level: ClusterLevel | undefined, marked: MarkHighlights): void {
    this.copies.length = 0;
    for (const [i, pin] of layout.pins.entries()) {
      if (pin === marked.hidden || pin === marked.selected) continue;
      this.put(this.pinSprite(columns, pin), layout.pinX[i] ?? 0, layout.pinY[i] ?? 0);
    }
    this.putLabels(layout, columns, marked);
    if (level) {
      for (const [i, cell] of layout.bubbles.entries()) {
        this.putBubble(level, cell, layout.bubbleX[i] ?? 0, layout.bubbleY[i] ?? 0);
      }
    }
  }

  /** Copies the prepared sprites. */
  paint(context: CanvasRenderingContext2D): void {
    copyVisible(context, this.copies);
  }

  /** Draws a pin directly, larger, for the few that stand out. */
  paintPin(
    context: CanvasRenderingContext2D,
    columns: PinColumns,
    pin: number,
    x: number,
    y: number,
    grow: number,
  ): void {
    const { theme, scale, ratio } = this.style;
    context.save();
    context.translate(Math.round(x * ratio) / ratio, Math.round(y * ratio) / ratio);
    drawPin(context, {
      fill: this.fillOf(columns.colour[pin] ?? 0),
      status: columns.status[pin] ?? 0,
      flags: columns.flags[pin] ?? 0,
      scale: scale * grow,
      theme,
    });
    context.restore();
  }

  paintSelected(context: CanvasRenderingContext2D, columns: PinColumns, pin: number, x: number, y: number): void {
    const { theme, scale } = this.style;
    const grow = 1.3;
    const headY = y - HEAD_HEIGHT * scale * grow;
    const radius = HEAD_RADIUS * scale * grow;
    context.save();
    context.fillStyle = theme.select;
    context.globalAlpha = 0.22;
    context.beginPath();
    context.arc(x, headY, radius + 9 * scale, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = theme.select;
    context.lineWidth = 2.2;
    context.stroke();
    context.restore();
    this.paintPin(context, columns, pin, x, y, grow);
    const number = columns.number[pin] ?? 0;
    if (number > 0) copyVisible(context, [this.placed(this.labelSprite(String(number), true), x, y + 1)]);
  }

  /** The pin being moved as it looks, or a plain one in the selection colour for a new pin. */
  paintGhost(context: CanvasRenderingContext2D, columns: PinColumns, pin: number, x: number, y: number): void {
    if (pin >= 0) {
      this.paintPin(context, columns, pin, x, y, 1.3);
      return;
    }
    const { theme, scale } = this.style;
    context.save();
    context.translate(x, y);
    drawPin(context, { fill: theme.select, status: PIN_STATUS.open, flags: 0, scale: scale * 1.15, theme });
    context.restore();
  }

  /** A double ring that is visible on light and dark drawings. */
  paintFocus(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
    const { theme } = this.style;
    context.save();
    for (const [width, colour] of [
      [7, '#ffffff'],
      [3, theme.focus],
    ] as const) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
    context.restore();
  }

  focusOnPin(context: CanvasRenderingContext2D, x: number, y: number, grow: number): void {
    const scale = this.style.scale * grow;
    this.paintFocus(context, x, y - HEAD_HEIGHT * scale, HEAD_RADIUS * scale + 8);
  }

  focusOnBubble(context: CanvasRenderingContext2D, x: number, y: number, count: number): void {
    this.paintFocus(context, x, y, bubbleRadius(count) * this.style.scale + 6);
  }

  private putLabels(layout: Layout, columns: PinColumns, { hidden, selected }: MarkHighlights): void {
    for (const i of labelledPins(layout, columns, this.style.scale, new Set([hidden, selected]))) {
      const text = String(columns.number[layout.pins[i] ?? -1]);
      this.put(this.labelSprite(text, false), layout.pinX[i] ?? 0, layout.pinY[i] ?? 0);
    }
  }

  private pinSprite(columns: PinColumns, pin: number): Sprite {
    const colour = columns.colour[pin] ?? 0;
    const status = columns.status[pin] ?? 0;
    const flags = columns.flags[pin] ?? 0;
    const { scale, theme } = this.style;
    return this.sprites.get(`p${colour}/${status}/${flags}`, () =>
      pinDrawing({ fill: this.fillOf(colour), status, flags, scale, theme }),
    );
  }

  private putBubble(level: ClusterLevel, cell: number, x: number, y: number): void {
    const count = level.bubble[cell] ?? 0;
    const colour = level.colour[cell] ?? MIXED;
    const alerts = level.alerts[cell] ?? 0;
    const twelfths = alerts === 0 ? 0 : Math.max(1, Math.round((alerts / count) * 12));
    const { scale, theme } = this.style;
    const radius = Math.round(bubbleRadius(count) * scale);
    const text = this.countText(count);
    const bubble = this.sprites.get(`b${radius}/${colour}/${twelfths}/${text}`, () => {
      const ring = colour === MIXED ? theme.mixed : this.fillOf(colour);
      const disc = bubbleDrawing({ radius, ring, alert: twelfths / 12, scale, theme });
      const words = bubbleTextDrawing(text, scale, theme);
      return {
        ...disc,
        draw(context) {
          disc.draw(context);
          words.draw(context);
        },
      };
    });
    this.put(bubble, x, y);
  }

  private labelSprite(text: string, strong: boolean): Sprite {
    const { scale, theme } = this.style;
    return this.sprites.get(`${strong ? 's' : 'l'}${text}`, () => labelDrawing({ text, strong, scale, theme }));
  }

  private fillOf(colour: number): string {
    return this.style.palette[colour] ?? this.style.theme.ink;
  }

  /** Locale-aware number formatting costs more than drawing the bubble, so its results are cached. */
  private countText(count: number): string {
    const known = this.counts.get(count);
    if (known !== undefined) return known;
    const text = this.style.countText(count);
    this.counts.set(count, text);
    return text;
  }

  private put(sprite: Sprite, x: number, y: number): void {
    this.copies.push(this.placed(sprite, x, y));
  }

  private placed({ image, width, height, anchorX, anchorY }: Sprite, x: number, y: number): Copy {
    const { ratio } = this.style;
    // Whole device pixels keep the marks crisp.
    const left = Math.round(x * ratio) - anchorX;
    const top = Math.round(y * ratio) - anchorY;
    return { image, left, top, right: left + width, bottom: top + height };
  }
}

/** A bitmap and its edges in device pixels, before the plan is panned. */
interface Copy {
  readonly image: ImageBitmap;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function copyVisible(context: CanvasRenderingContext2D, copies: readonly Copy[]): void {
  const { width, height } = context.canvas;
  const { e: panX, f: panY } = context.getTransform();
  const [minX, minY, maxX, maxY] = [-panX, -panY, width - panX, height - panY];
  context.save();
  context.setTransform(1, 0, 0, 1, panX, panY);
  // They are copied pixel for pixel; with smoothing, each copy costs a third more.
  context.imageSmoothingEnabled = false;
  for (const { image, left, top, right, bottom } of copies) {
    if (right > minX && bottom > minY && left < maxX && top < maxY) context.drawImage(image, left, top);
  }
  context.restore();
}
