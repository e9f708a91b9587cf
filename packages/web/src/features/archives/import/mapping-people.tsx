// What becomes of the people of an archive.

import { type ArchiveProject, PERSON_TARGETS, type PersonMapping } from '@plumbline/core/features/archives/import';
import { inOneLine } from '@plumbline/locales/one-line';
import { type ReactNode, useState } from 'react';
import { fieldProblem } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Card, Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

/** How many people are shown at first: hundreds of choices are slow to draw. */
const SHOWN = 30;

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3}>
      <Stack gap={0}>
        <Text as="h3" size="l" weight="strong">
          {title}
        </Text>
        {text !== undefined && (
          <Text size="s" ink={3}>
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}

type PeopleProps = {
  project: ArchiveProject;
  people: readonly PersonMapping[];
  error: unknown;
  onChange: (people: PersonMapping[]) => void;
};

export function People({ project, people, error, onChange }: PeopleProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  const change = (userId: string, part: Partial<PersonMapping>) =>
    onChange(people.map((one) => (one.userId === userId ? { ...one, ...part } : one)));
  return (
    <Section title={t('dashboard.group.people')} text={t('migration.peopleText')}>
      <Card as="ul" gap={0} edge clip line="between">
        {(all ? people : people.slice(0, SHOWN)).map((mapped, at) => {
          const person = project.people.find((one) => one.userId === mapped.userId);
          const name = person?.name ?? '';
          return (
            <Grid as="li" key={mapped.userId} columns="fit" min={200} gap={3} pad={3} align="center">
              <Stack gap={0} shrink>
                <Text weight="medium" breaks>
                  {name}
                </Text>
                <Text size="s" ink={3} breaks>
                  {inOneLine([person?.email, person?.companyName])}
                </Text>
              </Stack>
              <Select
                label={name}
                hideLabel
                choices={PERSON_TARGETS.filter((to) => to !== 'account' || person?.accountId != null).map((id) => ({
                  id,
                  label: t(`migration.person.${id}`),
                }))}
                value={mapped.to}
                onChange={(id) => {
                  const to = PERSON_TARGETS.find((one) => one === id) ?? 'contact';
                  change(mapped.userId, {
                    to,
                    accountId: to === 'account' ? (person?.accountId ?? null) : null,
                    email: to === 'invite' ? (person?.email ?? '') : '',
                  });
                }}
              />
              {mapped.to === 'invite' && (
                <TextField
                  label={t('people.email')}
                  hideLabel
                  type="email"
                  placeholder={t('people.email')}
                  value={mapped.email}
                  problem={fieldProblem(t, error, `people.${at}.email`)}
                  onChange={(email) => change(mapped.userId, { email })}
                />
              )}
            </Grid>
          );
        })}
      </Card>
      {!all && people.length > SHOWN && (
        <Row>
          <Button onPress={() => setAll(true)}>{t('import.showAllOf', { count: people.length })}</Button>
        </Row>
      )}
    </Section>
  );
}
