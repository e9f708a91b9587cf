// The saved reports of a project: create one now, edit, duplicate or delete it.
import { can } from '@plumbline/core/access/capabilities';
import type { ReportDefinition } from '@plumbline/core/features/reports/definitions';
import { useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/actions/menu.tsx';
import { useFirstRows } from '../../../ui/data/first-rows.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { AddIcon, CopyIcon, DeleteIcon, EditIcon, MoreIcon, RepeatIcon, ReportIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { copyOf } from './copy-definition.ts';
import { DefinitionDialog } from './definition-dialog.tsx';
import { definitionProblemWords, scheduleWords, sourceWords } from './definition-words.ts';
import { useDefinitions, useRemoveDefinition, useRunDefinition, useSaveDefinition } from './use-definitions.ts';
import '../reports.css';

type SavedReportsProps = {
  projectId: string;
  /** A report was created. */
  onMade: () => void;
};

const NO_DEFINITIONS: readonly ReportDefinition[] = [];

export function SavedReports({ projectId, onMade }: SavedReportsProps) {
  const t = useT();
  const definitions = useDefinitions(projectId);
  const [rows, more] = useFirstRows(definitions.data ?? NO_DEFINITIONS);
  const [edited, setEdited] = useState<ReportDefinition | 'new'>();
  if (definitions.isPending) return <Skeleton lines={5} />;
  if (definitions.isError)
    return <ErrorView failure={shownFailure(t, definitions.error)} onRetry={() => void definitions.refetch()} />;
  const add = (
    <Button icon={AddIcon} onPress={() => setEdited('new')}>
      {t('report.saved.new')}
    </Button>
  );
  return (
    <Stack gap={4}>
      {rows.length === 0 ? (
        <EmptyState icon={ReportIcon} title={t('report.saved.emptyTitle')} action={add}>
          {t('report.saved.emptyText')}
        </EmptyState>
      ) : (
        <>
          <Row gap={3} justify="end">
            {add}
          </Row>
          <Stack as="ul" gap={0}>
            {rows.map((definition) => (
              <DefinitionLine
                key={definition.id}
                projectId={projectId}
                definition={definition}
                onEdit={() => setEdited(definition)}
                onMade={onMade}
              />
            ))}
          </Stack>
          {more}
        </>
      )}
      {edited && (
        <DefinitionDialog
          projectId={projectId}
          definition={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}

type DefinitionLineProps = {
  projectId: string;
  definition: ReportDefinition;
  onEdit: () => void;
  onMade: () => void;
};

function DefinitionLine({ projectId, definition, onEdit, onMade }: DefinitionLineProps) {
  const t = useT();
  const actor = useActor(projectId);
  // The schedule beside it is in the same time zone.
  const timezone = useRow('project', projectId)?.timezone;
  const run = useRunDefinition(projectId);
  const save = useSaveDefinition(projectId);
  const [removing, setRemoving] = useState(false);
  const { title, own, problem, schedule, nextRunAt, lastRunAt } = definition;
  const fail = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });
  const make = () =>
    run.mutate(definition, {
      onError: fail,
      onSuccess: ({ report, definition: after }) => {
        if (report) {
          showToast({ kind: 'success', text: t('report.made') });
          onMade();
        } else showToast({ kind: 'error', text: definitionProblemWords(t, after.problem ?? 'internal') });
      },
    });
  const duplicate = () => save.mutate({ id: undefined, content: copyOf(definition) }, { onError: fail });
  const mayRemove = own || (actor !== undefined && can(actor.role, 'template.manage'));
  const entries: MenuEntry[] = [
    ...(own ? [{ id: 'edit', label: t('report.saved.edit'), icon: EditIcon, onAction: onEdit }] : []),
    { id: 'duplicate', label: t('report.saved.duplicate'), icon: CopyIcon, onAction: duplicate },
    ...(mayRemove
      ? [{ id: 'delete', label: t('report.delete'), icon: DeleteIcon, onAction: () => setRemoving(true) }]
      : []),
  ];
  return (
    <Row as="li" gap="2 3" wrap pad="3 0" className="template">
      <Stack as="span" gap={0} grow breaks className="template-words">
        <Text as="strong" weight="medium">
          {title}
        </Text>
        <Row as="span" gap="0 3" wrap className="ui-help">
          <span>{sourceWords(t, definition.source)}</span>
          <span>{t(`report.format.${definition.format}`)}</span>
          <span>{scheduleWords(t, schedule)}</span>
          {!own && <span>{definition.createdByName}</span>}
          <span>
            {lastRunAt === null
              ? t('report.saved.never')
              : t('report.saved.last', { when: t.relative(new Date(lastRunAt), new Date()) })}
          </span>
          {nextRunAt !== null && (
            <span>{t('report.saved.next', { when: t.dateTime(new Date(nextRunAt), timezone) })}</span>
          )}
        </Row>
        {problem !== null && (
          <Text size="s" ink="danger">
            {definitionProblemWords(t, problem)}
          </Text>
        )}
      </Stack>
      <Row as="span" gap={1}>
        {own && (
          <Button icon={RepeatIcon} isPending={run.isPending} onPress={make}>
            {t('report.saved.run')}
          </Button>
        )}
        <Menu
          label={t('report.more', { name: title })}
          placement="bottom end"
          trigger={<IconButton icon={MoreIcon} label={t('report.more', { name: title })} />}
          groups={[{ id: 'do', entries }]}
        />
      </Row>
      {removing && (
        <RemoveDefinition projectId={projectId} definition={definition} onClose={() => setRemoving(false)} />
      )}
    </Row>
  );
}

type RemoveDefinitionProps = { projectId: string; definition: ReportDefinition; onClose: () => void };

function RemoveDefinition({ projectId, definition, onClose }: RemoveDefinitionProps) {
  const t = useT();
  const remove = useRemoveDefinition(projectId);
  return (
    <ConfirmDialog
      title={t('project.deleteQuestion', { name: definition.title })}
      confirm={t('report.delete')}
      danger
      isOpen
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(definition, {
          onSuccess: onClose,
          onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
        })
      }
    >
      {t('report.saved.deleteText')}
    </ConfirmDialog>
  );
}
