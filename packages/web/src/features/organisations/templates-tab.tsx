// Project templates of the organisation: rename and delete them. They are saved from the menu of a project.
import type { ProjectTemplate } from '@plumbline/core/features/projects/templates-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  containedText,
  projectTemplates,
  useDeleteTemplate,
  useRenameTemplate,
} from '../../shared/data/project-templates.ts';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { NameDialog } from '../../shared/dialogs/name-dialog.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { DeleteIcon, EditIcon, MoreIcon, TemplateIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';

export function TemplatesTab() {
  const t = useT();
  const list = useQuery(projectTemplates);
  const change = useRenameTemplate();
  const remove = useDeleteTemplate();
  const [renamed, rename] = useState<ProjectTemplate>();
  const [deleted, askToDelete] = useState<ProjectTemplate>();
  if (list.isPending) return <Skeleton lines={6} />;
  if (!list.data) return <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />;
  if (list.data.length === 0) {
    return (
      <EmptyState icon={TemplateIcon} title={t('projectTemplate.empty')}>
        {t('projectTemplate.emptyText', { action: t('projectTemplate.save') })}
      </EmptyState>
    );
  }
  return (
    <Stack gap={3}>
      <Text as="ul" surface="surface" corner="l" edge aria-label={t('organisation.tab.templates')}>
        {list.data.map((template, at) => (
          <Row key={template.id} as="li" pad={4} gap={3} line={at > 0 ? 'above' : undefined} justify="between">
            <Grid gap="1 2" shrink grow>
              <Text as="strong" breaks>
                {template.title}
              </Text>
              <Text size="s" ink={2}>
                {containedText(t, template)}
              </Text>
              <Text size="s" ink={3}>
                {t('projectTemplate.savedBy', {
                  date: t.date(new Date(template.savedAt)),
                  name: template.createdByName,
                })}
              </Text>
            </Grid>
            <Menu
              label={t('people.more', { name: template.title })}
              placement="bottom end"
              trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: template.title })} />}
              groups={[
                {
                  id: 'do',
                  entries: [
                    { id: 'rename', label: t('project.rename'), icon: EditIcon, onAction: () => rename(template) },
                    {
                      id: 'delete',
                      label: t('projectTemplate.delete'),
                      icon: DeleteIcon,
                      danger: true,
                      onAction: () => askToDelete(template),
                    },
                  ],
                },
              ]}
            />
          </Row>
        ))}
      </Text>
      {renamed && (
        <NameDialog
          title={t('project.rename')}
          label={t('project.title')}
          confirm={t('project.rename')}
          name={renamed.title}
          onSave={(title) => change.mutateAsync({ id: renamed.id, title })}
          onClose={() => rename(undefined)}
        />
      )}
      <ConfirmDialog
        title={t('project.deleteQuestion', { name: deleted?.title ?? '' })}
        confirm={t('projectTemplate.delete')}
        danger
        isOpen={deleted !== undefined}
        isBusy={remove.isPending}
        onConfirm={() => {
          if (!deleted) return;
          remove.mutate(deleted.id, {
            onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
            onSettled: () => askToDelete(undefined),
          });
        }}
        onCancel={() => askToDelete(undefined)}
      >
        {t('projectTemplate.deleteText')}
      </ConfirmDialog>
    </Stack>
  );
}
