// The English texts use one term for each concept (docs/glossary.md) and none of the phrases on this list.
import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE } from './languages.ts';
import { readCatalog } from './read-catalog.ts';

/** Refused phrase and its replacement. Only phrases that are wrong in any context. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\be-mails?\b|\bmails?\b/iu, 'email'],
  [/\b(?:some|every|any)body\b|\bnobody\b/iu, 'someone, everyone, anyone, no one'],
  [/\bcrafts?\b/iu, 'trade'],
  [/\bdue days?\b/iu, 'due date'],
  [/\bversions? (?:of (?:a|the) (?:plan|drawing)|number)\b/iu, 'revision'],
  [/\brights\b/iu, 'permissions'],
  [/\bwithout a line\b|\bno line\b|\bline is back\b|\bweak lines?\b/iu, 'offline, back online, slow connection'],
  [/\banew\b/iu, 'again'],
  [/\bpresent password\b/iu, 'current password'],
  [/\blook into your\b/iu, 'check your email'],
  [/\bwithout title\b/iu, 'untitled'],
  [/\bput away\b|\btake up again\b/iu, 'set inactive, reactivate'],
  [/\bhand(?:ed|s)? on\b/iu, 'reassign'],
  [/\bwaits? for\b|\bheld up by\b/iu, 'blocked by, blocking'],
  [/\bwaiting tasks\b/iu, 'open tasks'],
  [/\bto be verified\b/iu, 'awaiting verification'],
  [/\bbe told\b|\bare told of\b/iu, 'notify, notifications'],
  [/\blike the device\b/iu, 'match system'],
  [/\bsize of photos\b|\bbefore photos are sent\b/iu, 'photo quality, resize photos before upload'],
  [/\bunrecognisable\b/iu, 'blur'],
  [/\bdark drawing\b/iu, 'invert drawing'],
  [/\barea of the map\b/iu, 'plan from map'],
  [/\bshown now\b|\bshow this one\b/iu, 'current, make current'],
  [/\bsave as a file\b/iu, 'export'],
  [/\ba letter of it\b/iu, 'the link may be out of date or incomplete'],
  [/\b(?:go|find) and do\b/iu, 'actions, command menu'],
  [/\bhere fits\b|\bthat fits\b/iu, 'no matching …'],
  [/\bfor a helper\b/iu, 'support access'],
  [/\bfree the place\b|\bplace freed\b/iu, 'remove device'],
  [/\b(?:counts|holds) at once\b/iu, 'applies immediately'],
  [/\btake(?:n|s)? in\b|\bbring in\b|\bbrought in\b/iu, 'import'],
  [/\bgo on\b/iu, 'continue'],
  [/\bby itself\b/iu, 'automatically'],
  [/\bpost code\b/iu, 'postcode'],
  [/\bthat did not work\b/iu, 'something went wrong'],
  [/\s…/u, '… without a space before it'],
  [/\d\} ?€|\bnumber\} €/u, 'the currency before the amount'],
  [/\} %/u, '% without a space before it'],
  [/\bper person and month\b/iu, 'per person per month'],
  [/\b(?:are|is) (?:then )?in no\b/iu, "aren't in, no longer belong to"],
  [/\bdue date of .* (?:back|later) to\b/iu, 'postponed the due date to'],
];

test('English texts use the terms of the glossary', () => {
  const found = Object.entries(readCatalog(DEFAULT_LANGUAGE)).flatMap(([key, text]) =>
    REFUSED.flatMap(([pattern, instead]) => {
      const word = pattern.exec(text)?.[0];
      return word === undefined ? [] : [`${key}: "${word}", write: ${instead}`];
    }),
  );
  expect(found).toEqual([]);
});

test('titles end without a full stop', () => {
  const titles = Object.entries(readCatalog(DEFAULT_LANGUAGE))
    .filter(([key, text]) => /(?:(?<!need)Title|\.title)$/u.test(key) && /\.$/u.test(text))
    .map(([key, text]) => `${key}: ${text}`);
  expect(titles).toEqual([]);
});
