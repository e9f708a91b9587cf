// What becomes of the archive: title, time zone and language of the project, roles, people and categories.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';
import {
  type ArchiveProject,
  type MigrationDetails,
  type MigrationMapping,
  proposedMapping,
} from '@plumbline/core/features/archives/import';
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMemo, useState } from 'react';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { People, Section } from './mapping-people.tsx';

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
      {!mapping.copy && project.takenIds !== undefined && (
        <Checkbox
          isSelected={mapping.keepIds}
          isDisabled={project.takenIds > 0}
          help={t(project.takenIds > 0 ? 'migration.idsTaken' : 'migration.keepIdsText')}
          onChange={(keepIds) => set({ keepIds })}
        >
          {t('migration.keepIds')}
        </Checkbox>
      )}
      {(wasImported || mapping.copy) && (
        <Stack gap={2}>
          <Notice kind="warning">{t('migration.exists')}</Notice>
          <Checkbox isSelected={mapping.copy} onChange={(copy) => set({ copy, keepIds: false })}>
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
