// Safe access to the entities of an IFC file as the parser returns them: any attribute may be missing or of another
// type.
import { pastedText } from '@plumbline/core/kernel/pasted-text';
import type { IfcAPI } from 'web-ifc';

/** An entity: its attributes by name, unvalidated. */
export type Line = Readonly<Record<string, unknown>> & { readonly expressID: number; readonly type: number };

type Valued = { value?: unknown; _representationValue?: unknown; type?: unknown };

const isObject = (given: unknown): given is Valued => typeof given === 'object' && given !== null;

/** The type code of a reference to another entity. */
const REFERENCE = 5;

export function lineOf(api: IfcAPI, model: number, expressId: number): Line | undefined {
  try {
    const line: unknown = api.GetLine(model, expressId);
    return isObject(line) && 'expressID' in line ? (line as unknown as Line) : undefined;
  } catch {
    // A dangling reference.
    return undefined;
  }
}

export function refOf(given: unknown): number | undefined {
  return isObject(given) && given.type === REFERENCE && typeof given.value === 'number' ? given.value : undefined;
}

export const refsOf = (given: unknown): number[] =>
  (Array.isArray(given) ? given : []).flatMap((one) => refOf(one) ?? []);

/** Without characters that no store can hold, which a file can write as codes. */
export function textOf(given: unknown): string {
  const value = isObject(given) ? given.value : given;
  return typeof value === 'string' ? pastedText(value).trim() : '';
}

export function numberOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given;
  if (!isObject(given)) return undefined;
  const value = typeof given._representationValue === 'number' ? given._representationValue : given.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Any single value as text, for properties. */
export function wordsOf(given: unknown): string {
  if (Array.isArray(given)) return given.map(wordsOf).filter(Boolean).join(', ');
  if (typeof given === 'boolean') return String(given);
  const number = numberOf(given);
  if (number !== undefined) return String(Math.round(number * 1e6) / 1e6);
  const value = isObject(given) ? given.value : undefined;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return wordsOf(value);
  return textOf(given);
}

export function idsOfType(api: IfcAPI, model: number, type: number, inherited = false): number[] {
  const found = api.GetLineIDsWithType(model, type, inherited);
  return Array.from({ length: found.size() }, (_, i) => found.get(i));
}
