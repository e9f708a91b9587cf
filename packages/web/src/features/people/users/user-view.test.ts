import { MEMBERSHIP_STATUSES } from '@plumbline/core/access/membership-status';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslationContext } from '../../../ui/translation.tsx';
import { MembershipStatusBadge } from './status-badge.tsx';
import { readUserView, writeUserView } from './user-view.ts';

const FIRST = {
  ...{ search: '', state: undefined, role: undefined, licence: undefined, company: undefined },
  ...{ sort: 'name', reverse: false },
};

test.each([
  [{}, {}],
  [
    { search: 'Berger', state: 'licenceExpired', role: 'admin' },
    { search: 'Berger', state: 'licenceExpired', role: 'admin' },
  ],
  [
    { licence: 'none', company: 'none' },
    { licence: 'none', company: 'none' },
  ],
  [
    { sort: 'projects', reverse: true },
    { sort: 'projects', reverse: true },
  ],
  [{ reverse: 'true' }, { reverse: true }],
  [{ state: 'asleep', role: 7, licence: 'gold', company: '../x', sort: 'age' }, {}],
  [{ search: 42 }, { search: '42' }],
])('%j is read and written back as %j', (address, written) => {
  expect(writeUserView(readUserView(address))).toEqual(written);
});

test('an empty address shows the whole list by name', () => {
  expect(readUserView({})).toEqual(FIRST);
});

test('each of the nine states is shown with its own word and a symbol', () => {
  const shown = MEMBERSHIP_STATUSES.map((status) =>
    renderToStaticMarkup(
      createElement(
        TranslationContext,
        { value: createTranslator('en', english) },
        createElement(MembershipStatusBadge, { status }),
      ),
    ),
  );
  for (const html of shown) expect(html).toContain('<svg');
  expect(shown.map((html) => html.replaceAll(/<[^>]*>/gu, ''))).toEqual([
    'Not invited yet',
    'Invited',
    'Active',
    'Active (free)',
    'Inactive',
    'Deactivated',
    'Removed',
    'No licence',
    'Licence expired',
  ]);
});
