// All images of one report: where each is placed and in which box, and, once rendered, its real size there. Each image
// is one file, as large as its largest placement needs, however often it occurs.
import { pictureFormatOf, pictureKeyOf, type RequestedPicture } from './requested-pictures.ts';

/** In millimetres. */
export type Box = { width: number; height: number };

export const EMU_PER_MM = 36_000;

/** A placement of an image. The markers stand for its size until that is known. */
export type PicturePlaceholder = { number: number; widthMark: string; heightMark: string };

export type BookedPicture = {
  request: RequestedPicture;
  path: string;
  format: 'jpg' | 'png';
  /** The largest box it must fill, in millimetres. */
  largest: Box;
  places: { number: number; box: Box }[];
};

export class PictureBook {
  private readonly pictures = new Map<string, BookedPicture>();
  private readonly sizes = new Map<string, string>();
  /** Random per report, and its braces are replaced in values, so no text of the report can contain it. */
  private readonly nonce: string;
  private readonly folder: string;
  private places = 0;

  /** `folder`: where in the file the images go; must not contain anything of the template. */
  constructor(nonce: string, folder: string) {
    this.nonce = nonce;
    this.folder = folder;
  }

  place(request: RequestedPicture, box: Box): PicturePlaceholder {
    const picture = this.booked(request);
    this.places += 1;
    // Far above the ids templates use, and below what Word rejects.
    const number = 100_000 + this.places;
    picture.places.push({ number, box });
    picture.largest = {
      width: Math.max(picture.largest.width, box.width),
      height: Math.max(picture.largest.height, box.height),
    };
    return { number, widthMark: this.mark(number, 'w'), heightMark: this.mark(number, 'h') };
  }

  /** The name of the image's part within the file. */
  pathOf(request: RequestedPicture): string {
    return this.booked(request).path;
  }

  all(): readonly BookedPicture[] {
    return [...this.pictures.values()];
  }

  /** Fits the rendered image into each of its boxes; `size` in pixels, only its aspect ratio counts. */
  settle(picture: BookedPicture, size: { width: number; height: number }): void {
    for (const { number, box } of picture.places) {
      const scale = Math.min(box.width / size.width, box.height / size.height) * EMU_PER_MM;
      this.sizes.set(this.mark(number, 'w'), String(Math.max(1, Math.round(size.width * scale))));
      this.sizes.set(this.mark(number, 'h'), String(Math.max(1, Math.round(size.height * scale))));
    }
  }

  /** A part with the real sizes in place of the markers. */
  resolve(xml: string): string {
    return xml.replace(new RegExp(`${this.nonce}\\d+[wh]`, 'gu'), (mark) => this.sizes.get(mark) ?? mark);
  }

  private mark(number: number, side: 'w' | 'h'): string {
    return `${this.nonce}${number}${side}`;
  }

  private booked(request: RequestedPicture): BookedPicture {
    const key = pictureKeyOf(request);
    const known = this.pictures.get(key);
    if (known) return known;
    const format = pictureFormatOf(request);
    const path = `${this.folder}/picture${this.pictures.size + 1}.${format}`;
    const picture: BookedPicture = { request, path, format, largest: { width: 0, height: 0 }, places: [] };
    this.pictures.set(key, picture);
    return picture;
  }
}
