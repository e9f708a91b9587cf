// Type declarations for the part of fontkit that is used here; the package has none.
declare module 'fontkit' {
  export interface PathCommand {
    readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
    readonly args: readonly number[];
  }
  export interface Glyph {
    readonly path: { toSVG(): string; readonly commands: readonly PathCommand[] };
  }
  export interface Font {
    readonly unitsPerEm: number;
    readonly postscriptName: string;
    /** The fonts of a collection; a collection has no other properties. */
    readonly fonts?: readonly Font[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      words: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
      readonly advanceWidth: number;
    };
  }
  export function create(bytes: Uint8Array): Font;
}
