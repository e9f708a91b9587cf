// Names of exported files: date, pin and title; valid in every file system and unique. Pure.
import { timeInZone } from '@plumbline/core/kernel/time-zone';

export type NamedMedia = { takenAt: Date; pinNumber: number | null; pinTitle: string; caption: string; name: string };

// Characters that some file system rejects, control characters and text direction marks.
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu;
/** Names reserved by Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;
/** Maximum length of a name without its extension. */
const MAX_NAME_LENGTH = 120;

const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(REFUSED, ' ')
    .replaceAll(/\.{2,}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

function cut(text: string): string {
  const letters = [...text];
  return (letters.length > MAX_NAME_LENGTH ? letters.slice(0, MAX_NAME_LENGTH).join('') : text).replaceAll(
    /[. ]+$/gu,
    '',
  );
}

const ending = (name: string): string => /\.[a-z0-9]{1,8}$/iu.exec(name)?.[0].toLowerCase() ?? '';

/** `2026-03/2026-03-02 08.05 #12 Crack in the wall.jpg`, in the zone of the project. */
function nameOf(
  { takenAt, pinNumber, pinTitle, caption, name }: NamedMedia,
  timeZone: string,
): { folder: string; stem: string; end: string } {
  const [day = '', time = ''] = timeInZone(takenAt, timeZone).slice(0, 16).split('T');
  const what = clean(caption) || clean(pinTitle) || clean(name.slice(0, name.length - ending(name).length));
  const words = [day, time.replace(':', '.'), pinNumber === null ? '' : `#${pinNumber}`, what];
  const stem = cut(words.filter((word) => word !== '').join(' '));
  return { folder: day.slice(0, 7), stem: RESERVED.test(stem) ? `_${stem}` : stem, end: ending(name) };
}

/** Creates a function that names the files of an export one after the other. */
export function fileNames(timeZone: string): (file: NamedMedia) => string {
  const taken = new Map<string, number>();
  return (file) => {
    const { folder, stem, end } = nameOf(file, timeZone);
    // Windows and macOS file systems are case-insensitive.
    const key = `${folder}/${stem}${end}`.toLowerCase();
    const times = (taken.get(key) ?? 0) + 1;
    taken.set(key, times);
    return times === 1 ? `${folder}/${stem}${end}` : `${folder}/${stem} (${times})${end}`;
  };
}
