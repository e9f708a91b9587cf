// When a photo was taken, from its EXIF data. Pure.

const EXIF_POINTER = 0x8769;
const CAMERA_MAKER = 0x010f;
/** Tags of a time and of its offset. */
const TAKEN = [0x9003, 0x9011] as const;
const DIGITISED = [0x9004, 0x9012] as const;
const CHANGED = [0x0132, 0x9010] as const;

type Entries = Map<number, { count: number; value: number }>;

function entriesAt(view: DataView, start: number, offset: number, little: boolean): Entries {
  const entries: Entries = new Map();
  const at = start + offset;
  const count = view.getUint16(at, little);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    entries.set(view.getUint16(entry, little), {
      count: view.getUint32(entry + 4, little),
      value: view.getUint32(entry + 8, little),
    });
  }
  return entries;
}

function textAt(view: DataView, start: number, entry: { count: number; value: number } | undefined): string {
  if (!entry || entry.count > 64) return '';
  const bytes = Array.from({ length: entry.count }, (_, index) => view.getUint8(start + entry.value + index));
  return String.fromCharCode(...bytes.filter((byte) => byte !== 0)).trim();
}

const WRITTEN = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/u;
const OFFSET = /^[+-]\d{2}:\d{2}$/u;

function instantOf(time: string, offset: string): string | null {
  const parts = WRITTEN.exec(time);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${OFFSET.test(offset) ? offset : ''}`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/**
 * ISO 8601 instant; a time without offset is read in the device's time zone. Null when there is none or it is broken.
 */
export function takenOf(block: Uint8Array): string | null {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const tiff = 0;
  try {
    const little = view.getUint16(tiff) === 0x4949;
    const root = entriesAt(view, tiff, view.getUint32(tiff + 4, little), little);
    const pointer = root.get(EXIF_POINTER);
    const exif = pointer ? entriesAt(view, tiff, pointer.value, little) : root;
    const read = ([time, offset]: readonly [number, number], entries = exif): string | null =>
      instantOf(textAt(view, tiff, entries.get(time)), textAt(view, tiff, exif.get(offset)));
    // Simple cameras write only when the file was changed; so do image programs, which name no camera.
    return read(TAKEN) ?? read(DIGITISED) ?? (root.has(CAMERA_MAKER) ? read(CHANGED, root) : null);
  } catch (error) {
    // A truncated or broken block reads past the end; the photo is usable without it.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
