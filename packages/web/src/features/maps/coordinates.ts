// Parses coordinates typed into a search box, and formats them for display and copying.
import { MAX_LAT, type Position } from '@plumbline/core/site/geometry/mercator';

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
/** 48°08'14.6"N, with or without minutes and seconds; O stands for east in German. */
const PART = new RegExp(String.raw`${NUMBER}\s*°\s*(?:${NUMBER}\s*['′’]\s*)?(?:${NUMBER}\s*["″”]\s*)?([NSEWO])`, 'giu');
const numberOf = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

function within(lat: number, lon: number): Position | undefined {
  const fits = Number.isFinite(lat) && Number.isFinite(lon) && Math.abs(lat) <= MAX_LAT && Math.abs(lon) <= 180;
  return fits ? { lat, lon } : undefined;
}

function fromDegrees(text: string): Position | undefined {
  let lat: number | undefined;
  let lon: number | undefined;
  for (const [, degrees, minutes, seconds, side = ''] of text.matchAll(PART)) {
    const value = numberOf(degrees) + numberOf(minutes) / 60 + numberOf(seconds) / 3_600;
    const letter = side.toUpperCase();
    if (letter === 'N' || letter === 'S') lat = letter === 'S' ? -value : value;
    else lon = letter === 'W' ? -value : value;
  }
  return lat === undefined || lon === undefined ? undefined : within(lat, lon);
}

/**
 * Parses "48.1374, 11.5755", "48,1374 11,5755" or "48°08'15"N 11°34'32"E"; undefined when the text is not a position.
 */
export function readPosition(text: string): Position | undefined {
  const trimmed = text
    .trim()
    .replace(/^geo:/iu, '')
    .replace(/[?].*$/u, '');
  const points = /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/u.exec(trimmed);
  if (points) return within(Number(points[1]), Number(points[2]));
  const commas = /^([+-]?\d{1,3},\d+)\s*[;\s,]\s*([+-]?\d{1,3},\d+)$/u.exec(trimmed);
  if (commas) return within(numberOf(commas[1]), numberOf(commas[2]));
  return fromDegrees(trimmed);
}

/** Precise to a tenth of a metre, with decimal points so that every map service understands it. */
export const writePosition = ({ lat, lon }: Position): string => `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
