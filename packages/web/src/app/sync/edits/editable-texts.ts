// The texts of a refused edit that its user can change before it is sent again.
import type { TextKey } from '@plumbline/locales/keys';

const LABELS: Readonly<Record<string, TextKey>> = {
  title: 'pin.title',
  name: 'pin.title',
  text: 'media.comment',
  caption: 'media.caption',
  notes: 'pin.notes',
  description: 'task.description',
};
const SINGLE_LINE: readonly string[] = ['title', 'name'];

export type EditableText = { path: readonly string[]; label: TextKey; text: string; isLine: boolean };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function editableTexts(input: unknown, path: readonly string[] = []): EditableText[] {
  if (!isObject(input)) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const label = Object.hasOwn(LABELS, key) ? LABELS[key] : undefined;
    if (typeof value === 'string' && label)
      return [{ path: [...path, key], label, text: value, isLine: SINGLE_LINE.includes(key) }];
    return editableTexts(value, [...path, key]);
  });
}

/** The input with other texts. */
export function withTexts(input: unknown, texts: readonly Pick<EditableText, 'path' | 'text'>[]): unknown {
  const put = (value: unknown, [key, ...rest]: readonly string[], text: string): unknown => {
    if (key === undefined) return text;
    const fields = isObject(value) ? value : {};
    return { ...fields, [key]: put(fields[key], rest, text) };
  };
  return texts.reduce((value, { path, text }) => put(value, path, text), input);
}
