// The display name of an edit, by the API name of its action.
import type { Translator } from '@plumbline/locales/translate';

export function actionText(t: Translator, name: string): string {
  const key = `sync.action.${name}`;
  return t.has(key) ? t(key) : name;
}
