// The display text of an edit's location: its pin by number and title, and its plan and project.

import type { EditContext } from '@plumbline/core/sync/client/edit-context';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';

export type LocationText = { pin: string | undefined; within: string | undefined };

const joined = (parts: readonly (string | undefined)[], by: string): string | undefined =>
  inOneLine(parts, by) || undefined;

export function locationText(t: Translator, { pin, pins, plan, project }: EditContext): LocationText {
  const number = pin?.number ? `#${pin.number}` : undefined;
  const more = pins > 1 ? t('sync.morePins', { count: pins - 1 }) : undefined;
  return {
    pin: pin && joined([number, pin.title || t('pin.untitled'), more], ' '),
    within: joined([joined([plan?.sheetNumber, plan?.name], ' '), project], ' · '),
  };
}
