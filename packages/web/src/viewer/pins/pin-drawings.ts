// The appearance of pins, badges, bubbles and number labels. Status is shown by shape as well as colour, so it survives
// a greyscale print.
import type { ViewerTheme } from '../theme.ts';
import { PIN_FLAG, PIN_STATUS } from './columns.ts';
import { dropPath, HEAD_HEIGHT, HEAD_RADIUS } from './pin-shape.ts';
import type { Context2D, Drawing } from './sprites.ts';

const WHITE = '#ffffff';

/** White or ink, whichever is readable on the colour. */
function contrastColour(hex: string, ink: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  const brightness = 0.299 * ((value >> 16) & 255) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255);
  return brightness > 165 ? ink : WHITE;
}

export interface PinShapeStyle {
  readonly fill: string;
  readonly status: number;
  readonly flags: number;
  readonly scale: number;
  readonly theme: ViewerTheme;
}

/** Width of the dark line around a drop in CSS pixels at pin scale 1; half of it is outside the drop. */
const OUTLINE = 4.6;
/** Badges are at the head and extend beyond the outline. */
const BADGES = PIN_FLAG.overdue | PIN_FLAG.rejected | PIN_FLAG.unsynced;

export function pinDrawing(style: PinShapeStyle): Drawing {
  const { scale, flags } = style;
  const margin = (flags & BADGES ? 5 : OUTLINE / 2) * scale;
  const side = HEAD_RADIUS * scale + margin;
  return {
    left: -side,
    right: side,
    top: -(HEAD_HEIGHT + HEAD_RADIUS) * scale - margin,
    bottom: margin,
    draw: (context) => drawPin(context, style),
  };
}

export function drawPin(context: Context2D, style: PinShapeStyle): void {
  const { scale, theme } = style;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  drawBody(context, style);
  context.save();
  context.translate(0, -HEAD_HEIGHT * scale);
  context.scale(scale, scale);
  drawStatus(context, style);
  drawBadges(context, style.flags, theme);
  context.restore();
}

function drawBody(context: Context2D, { scale, theme, fill, status }: PinShapeStyle): void {
  const inactive = status === PIN_STATUS.inactive;
  dropPath(context, scale);
  context.strokeStyle = theme.ink;
  context.globalAlpha = inactive ? 0.5 : 0.75;
  context.lineWidth = OUTLINE * scale;
  context.stroke();
  context.globalAlpha = 1;
  context.strokeStyle = WHITE;
  context.lineWidth = 3 * scale;
  context.stroke();
  context.fillStyle = status === PIN_STATUS.open ? fill : WHITE;
  context.fill();
  if (status === PIN_STATUS.open) return;
  dropPath(context, scale * 0.94);
  context.strokeStyle = fill;
  context.lineWidth = (inactive ? 1.7 : 2) * scale;
  if (inactive) context.setLineDash([2.6 * scale, 3.1 * scale]);
  context.stroke();
  context.setLineDash([]);
}

/** Coordinates relative to the centre of the head, at scale 1. */
function drawStatus(context: Context2D, { fill, status, flags, theme }: PinShapeStyle): void {
  if (status === PIN_STATUS.closed) {
    context.beginPath();
    context.moveTo(-4.2, 0.2);
    context.lineTo(-1.2, 3.2);
    context.lineTo(4.4, -3.2);
    context.strokeStyle = fill;
    context.lineWidth = 2.6;
    context.stroke();
    return;
  }
  if (!(flags & PIN_FLAG.hasTask)) return;
  context.beginPath();
  context.arc(0, 0, 3.6, 0, 2 * Math.PI);
  context.fillStyle = status === PIN_STATUS.open ? contrastColour(fill, theme.ink) : fill;
  context.fill();
}

function drawBadges(context: Context2D, flags: number, theme: ViewerTheme): void {
  if (flags & PIN_FLAG.overdue) overdueBadge(context, 8, -8, theme.overdue);
  else if (flags & PIN_FLAG.rejected) rejectedBadge(context, 8, -8, theme.rejected);
  if (flags & PIN_FLAG.unsynced) unsyncedBadge(context, -8, -8, theme.unsynced);
}

function disc(context: Context2D, x: number, y: number, radius: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function overdueBadge(context: Context2D, x: number, y: number, colour: string): void {
  disc(context, x, y, 6.4, WHITE);
  disc(context, x, y, 5.2, colour);
  context.strokeStyle = WHITE;
  context.lineWidth = 1.7;
  context.beginPath();
  context.moveTo(x, y - 2.6);
  context.lineTo(x, y + 0.3);
  context.stroke();
  disc(context, x, y + 2.8, 1, WHITE);
}

function rejectedBadge(context: Context2D, x: number, y: number, colour: string): void {
  for (const [radius, fill] of [
    [7.8, WHITE],
    [6.2, colour],
  ] as const) {
    context.beginPath();
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
  }
  context.strokeStyle = WHITE;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - 1.8, y - 1.8);
  context.lineTo(x + 1.8, y + 1.8);
  context.moveTo(x + 1.8, y - 1.8);
  context.lineTo(x - 1.8, y + 1.8);
  context.stroke();
}

function unsyncedBadge(context: Context2D, x: number, y: number, colour: string): void {
  disc(context, x, y, 6.2, colour);
  disc(context, x, y, 5, WHITE);
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(x, y + 2.6);
  context.lineTo(x, y - 2.4);
  context.moveTo(x - 2, y - 0.4);
  context.lineTo(x, y - 2.6);
  context.lineTo(x + 2, y - 0.4);
  context.stroke();
}

export interface BubbleStyle {
  readonly radius: number;
  readonly ring: string;
  /** 0 to 1: how much of the ring shows the alert colour. */
  readonly alert: number;
  readonly scale: number;
  readonly theme: ViewerTheme;
}

export function bubbleDrawing(style: BubbleStyle): Drawing {
  const radius = style.radius + 3;
  return { left: -radius, right: radius, top: -radius, bottom: radius, draw: (context) => drawBubble(context, style) };
}

function drawBubble(context: Context2D, { radius, ring, alert, scale, theme }: BubbleStyle): void {
  context.globalAlpha = 0.7;
  disc(context, 0, 0, radius + 1, theme.ink);
  context.globalAlpha = 1;
  disc(context, 0, 0, radius, WHITE);
  const around = (from: number, to: number, width: number, colour: string): void => {
    context.beginPath();
    context.arc(0, 0, radius - 2.6 * scale, from, to);
    context.lineWidth = width * scale;
    context.strokeStyle = colour;
    context.stroke();
  };
  around(0, 2 * Math.PI, 2.6, ring);
  if (alert <= 0) return;
  const top = -Math.PI / 2;
  around(top - 0.16, top + alert * 2 * Math.PI + 0.16, 2.8, WHITE);
  around(top, top + alert * 2 * Math.PI, 3.4, theme.overdue);
}

export function bubbleTextDrawing(text: string, scale: number, theme: ViewerTheme): Drawing {
  const size = (text.length > 3 ? 10.5 : 12) * scale;
  const half = text.length * size * 0.36 + 1;
  return {
    left: -half,
    right: half,
    top: -size * 0.7,
    bottom: size * 0.7,
    draw: (context) => {
      context.font = `650 ${size}px ${theme.font}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = theme.ink;
      context.fillText(text, 0, 0.6);
    },
  };
}

export interface LabelStyle {
  readonly text: string;
  readonly strong: boolean;
  readonly scale: number;
  readonly theme: ViewerTheme;
}

/** The number below a pin: white, or dark for the selected one. */
export function labelDrawing(style: LabelStyle): Drawing {
  const half = labelWidth(style.text, style.scale) / 2;
  return {
    left: -half - 1,
    right: half + 1,
    top: 3 * style.scale,
    bottom: (5 + 15) * style.scale,
    draw: (context) => drawLabel(context, style, half),
  };
}

export function labelWidth(text: string, scale: number): number {
  return (text.length * 6.7 + 9) * scale;
}

function drawLabel(context: Context2D, { text, strong, scale, theme }: LabelStyle, half: number): void {
  const top = 4.5 * scale;
  const height = 14.5 * scale;
  context.beginPath();
  context.roundRect(-half, top, 2 * half, height, height / 2);
  context.fillStyle = strong ? theme.ink : WHITE;
  context.globalAlpha = strong ? 1 : 0.94;
  context.fill();
  context.globalAlpha = 0.35;
  context.strokeStyle = theme.ink;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
  context.font = `600 ${10.5 * scale}px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = strong ? theme.onInk : theme.ink;
  context.fillText(text, 0, top + height / 2 + 0.5);
}
