// The blank sheet of paper behind a plan.

/** Canvas pixels. */
export interface PaperBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** `ratio`: canvas pixels per CSS pixel. */
export function paintPaper(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: PaperBox,
  ratio: number,
  paper: string,
  edge: string,
): void {
  context.save();
  context.fillStyle = edge;
  // Three faint frames look like a soft shadow and are far cheaper than a blur.
  for (const [grow, alpha] of [
    [5, 0.16],
    [3, 0.24],
    [1, 1],
  ] as const) {
    context.globalAlpha = alpha;
    const by = Math.round(grow * ratio);
    // Only what the paper leaves visible: filling a sheet takes as long as drawing its tiles.
    context.beginPath();
    context.rect(left - by, top - by, width + 2 * by, height + 2 * by);
    context.rect(left, top, width, height);
    context.fill('evenodd');
  }
  context.globalAlpha = 1;
  context.fillStyle = paper;
  context.fillRect(left, top, width, height);
  context.restore();
}
