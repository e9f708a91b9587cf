// What becomes of the archive: title, time zone and language of the project, roles, people and categories.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';
import {
  type ArchiveProject,
  type MigrationDetails,
  type MigrationMapping,
  PERSON_TARGETS,
  type PersonMapping,
  proposedMapping,
} from '@plumbline/core/features/archives/import';
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { type ReactNode, useMemo, useState } from 'react';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Card, Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

/** How many people are shown at first: hundreds of choices are slow to draw. */
const SHOWN = 30;
/** Kinds of rows whose number says what an archive contains. */
const COUNTED = {
  plan: 'project.plans',
  pin: 'planPrint.count',
  task: 'pin.taskCount',
  report: 'report.count',
  member: 'organisation.peopleCount',
} as const;

type MappingFormProps = {
  details: MigrationDetails;
  isPending: boolean;
  error: unknown;
  onImport: (mapping: MigrationMapping) => void;
};

export function MappingForm({ details, isPending, error, onImport }: MappingFormProps) {
  const t = useT();
  const [projectId, setProjectId] = useState(details.mapping?.projectId ?? details.projects[0]?.id);
  const project = details.projects.find((one) => one.id === projectId);
  if (!project) return null;
  return (
    <Stack gap={4}>
      {details.projects.length > 1 && (
        <Select
          label={t('migration.project')}
          choices={details.projects.map(({ id, title }) => ({ id, label: title }))}
          value={project.id}
          onChange={setProjectId}
        />
      )}
      <ProjectForm
        key={project.id}
        project={project}
        start={details.mapping?.projectId === project.id ? details.mapping : proposedMapping(project)}
        isPending={isPending}
        error={error}
        onImport={onImport}
      />
      {!isPending && error !== null && fieldProblem(t, error, 'title') === undefined && (
        <Notice kind="error">{failureText(t, error)}</Notice>
      )}
    </Stack>
  );
}

type ProjectFormProps = Omit<MappingFormProps, 'details'> & { project: ArchiveProject; start: MigrationMapping };

function ProjectForm({ project, start, isPending, error, onImport }: ProjectFormProps) {
  const t = useT();
  const [mapping, setMapping] = useState(start);
  const set = (change: Partial<MigrationMapping>) => setMapping((now) => ({ ...now, ...change }));
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') })),
    [],
  );
  const wasImported = fieldProblem(t, error, 'projectId') !== undefined;
  const roles = [...new Set(project.people.map((one) => one.role))];
  return (
    <Stack gap={4}>
      <Text as="p" ink={2}>
        {Object.entries(COUNTED)
          .flatMap(([kind, text]) => {
            const count = project.rows[kind] ?? 0;
            return count === 0 ? [] : [t(text, { count })];
          })
          .join(' · ')}
      </Text>
      <TextField
        label={t('project.title')}
        value={mapping.title}
        maxLength={200}
        problem={fieldProblem(t, error, 'title')}
        onChange={(title) => set({ title })}
      />
      <Grid columns="fit" min={240} gap={4}>
        <ComboBox
          label={t('project.timezone')}
          choices={zones}
          value={mapping.timezone}
          problem={fieldProblem(t, error, 'timezone')}
          onChange={(timezone) => timezone !== null && set({ timezone })}
        />
        <Select
          label={t('project.language')}
          choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          value={mapping.language}
          onChange={(language) => set({ language })}
        />
      </Grid>
      {roles.length > 0 && (
        <Section title={t('organisation.tab.roles')}>
          <Grid columns="fit" min={200} gap={4}>
            {roles.map((role) => (
              <Select
                key={role}
                label={t(`role.${role}`)}
                choices={ROLES.map((id) => ({ id, label: t(`role.${id}`) }))}
                value={mapping.roles[role] ?? role}
                onChange={(id) => set({ roles: { ...mapping.roles, [role]: id as Role } })}
              />
            ))}
          </Grid>
        </Section>
      )}
      <People project={project} people={mapping.people} error={error} onChange={(people) => set({ people })} />
      {project.categories.length > 0 && (
        <Section title={t('migration.categories')} text={t('migration.categoriesText')}>
          <Grid columns="fit" min={200} gap={4}>
            {mapping.categories.map((category) => (
              <TextField
                key={category.id}
                label={project.categories.find((one) => one.id === category.id)?.title ?? category.title}
                value={category.title}
                maxLength={120}
                onChange={(title) =>
                  set({
                    categories: mapping.categories.map((one) => (one.id === category.id ? { ...one, title } : one)),
                  })
                }
              />
            ))}
          </Grid>
        </Section>
      )}
      {(wasImported || mapping.copy) && (
        <Stack gap={2}>
          <Notice kind="warning">{t('migration.exists')}</Notice>
          <Checkbox isSelected={mapping.copy} onChange={(copy) => set({ copy })}>
            {t('migration.copy')}
          </Checkbox>
        </Stack>
      )}
      <Row>
        <Button kind="next" isPending={isPending} onPress={() => onImport(mapping)}>
          {t('migration.run')}
        </Button>
      </Row>
    </Stack>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
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

function People({ project, people, error, onChange }: PeopleProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  const change = (userId: string, part: Partial<PersonMapping>) =>
    onChange(people.map((one) => (one.userId === userId ? { ...one, ...part } : one)));
  return (
    <Section title={t('dashboard.group.people')} text={t('migration.peopleText')}>
      <Card as="ul" gap={0} edge clip className="migration-people">
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
                  {[person?.email, person?.companyName].filter(Boolean).join(' · ')}
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
