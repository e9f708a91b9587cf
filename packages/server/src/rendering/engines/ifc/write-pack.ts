// Writes a building model file part by part, so that at most one storey is in memory twice.
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  type Box,
  type ElementProperties,
  PACK_HEAD_BYTES,
  type PackIndex,
  type PackPart,
  type PackStorey,
  writePackHead,
} from '@plumbline/core/features/models/pack';

/** Number of elements whose properties are read together. */
const PER_PAGE = 200;

export class PackWriter {
  readonly #file: number;
  #at = PACK_HEAD_BYTES;
  readonly #storeys: PackStorey[] = [];
  readonly #pages: PackPart[] = [];
  #page: ElementProperties[] = [];
  #elements = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Returns the element's number. */
  addProperties(properties: ElementProperties): number {
    this.#page.push(properties);
    if (this.#page.length === PER_PAGE) this.#endPage();
    return this.#elements++;
  }

  addStorey(bytes: Uint8Array, about: Omit<PackStorey, keyof PackPart>): void {
    this.#storeys.push({ ...this.#add(bytes), ...about });
  }

  finish(origin: readonly number[], box: Box): void {
    this.#endPage();
    const index: PackIndex = { origin, box, storeys: this.#storeys, pages: this.#pages, perPage: PER_PAGE };
    const head = writePackHead(this.#add(Buffer.from(JSON.stringify(index))));
    writeSync(this.#file, head, 0, head.length, 0);
    closeSync(this.#file);
  }

  #endPage(): void {
    if (this.#page.length === 0) return;
    this.#pages.push(this.#add(Buffer.from(JSON.stringify(this.#page))));
    this.#page = [];
  }

  #add(bytes: Uint8Array): PackPart {
    const packed = gzipSync(bytes, { level: 6 });
    for (let done = 0; done < packed.length; )
      done += writeSync(this.#file, packed, done, packed.length - done, this.#at + done);
    const part = { offset: this.#at, length: packed.length };
    this.#at += packed.length;
    return part;
  }
}
