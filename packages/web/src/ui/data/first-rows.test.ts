import { createTranslator } from '@plumbline/locales/translate';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslationContext } from '../translation.tsx';
import { useFirstRows } from './first-rows.tsx';

const t = createTranslator('en', { 'ui.showMore': 'Show more' }, {});

function List({ count }: { count: number }) {
  const [rows, more] = useFirstRows(Array.from({ length: count }, (_, n) => n));
  return createElement(
    'ul',
    null,
    rows.map((row) => createElement('li', { key: row })),
    more,
  );
}

const rendered = (count: number): string =>
  renderToStaticMarkup(createElement(TranslationContext, { value: t }, createElement(List, { count })));

test.each([
  [0, 0, false],
  [1, 1, false],
  [100, 100, false],
  [101, 100, true],
  [100_000, 100, true],
])('of %i rows, the first %i are rendered; a button for more: %s', (count, shown, more) => {
  const html = rendered(count);
  expect(html.match(/<li>/gu) ?? []).toHaveLength(shown);
  expect(html.includes('Show more')).toBe(more);
});
