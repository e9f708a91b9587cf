// The details of a project: written by its administrators, read by the others. Saved together.
import type { ProjectDetails } from '@plumbline/core/features/projects/contract';
import { useBlocker } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Form } from 'react-aria-components';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { failureText, shownFailure } from '../../app/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { ProjectFieldsTab } from '../fields/fields-tab.tsx';
import { draftChange, draftOf } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import './projects.css';
import { useProject, useUpdateProject } from './queries.ts';
import { useDraft } from './use-draft.ts';

function Settings({ project }: { project: ProjectDetails }) {
  const t = useT();
  const saved = useMemo(() => draftOf(project), [project]);
  const save = useUpdateProject(project.id);
  const { draft, setDraft, change, check, problemOf } = useDraft(() => saved, save);
  const changes = draftChange(saved, draft);
  const changed = Object.keys(changes).length > 0;
  const blocker = useBlocker({ shouldBlockFn: () => changed, enableBeforeUnload: () => changed, withResolver: true });
  const mayEdit = project.permissions.includes('project.edit');
  const unplaced = save.error && problemOf('title') === undefined;

  return (
    <Form
      className="project-form"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending || !changed || !check(event.currentTarget)) return;
        save.mutate(changes, {
          onSuccess: (now) => {
            setDraft(draftOf(now));
            showToast({ kind: 'success', text: t('project.saved') });
          },
        });
      }}
    >
      <h1>{t('project.settings')}</h1>
      {!project.active && <Notice kind="info">{t('project.isInactive')}</Notice>}
      {!mayEdit && <Notice kind="info">{t('project.readOnly')}</Notice>}
      <ProjectFields draft={draft} onChange={change} problemOf={problemOf} isReadOnly={!mayEdit || save.isPending} />
      {unplaced && <Notice kind="error">{failureText(t, save.error)}</Notice>}
      {mayEdit && (
        <div className="project-send">
          <Button onPress={() => setDraft(saved)} isDisabled={!changed || save.isPending}>
            {t('project.undoChanges')}
          </Button>
          <Button kind="next" type="submit" isDisabled={!changed} isPending={save.isPending}>
            {t('project.save')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={t('project.leaveChanges')}
        confirm={t('project.discard')}
        cancel={t('project.stay')}
        danger
        isOpen={blocker.status === 'blocked'}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {t('project.leaveChangesText')}
      </ConfirmDialog>
    </Form>
  );
}

export function ProjectSettingsScreen({ projectId }: { projectId: string }) {
  const t = useT();
  const project = useProject(projectId);
  return (
    <div className="project-page">
      <ScreenHead title={project.data ? `${t('project.settings')} – ${project.data.title}` : t('project.settings')} />
      {project.data ? (
        <>
          <Settings key={projectId} project={project.data} />
          <div className="project-form">
            <h2>{t('field.fields')}</h2>
            <ProjectFieldsTab projectId={projectId} />
          </div>
        </>
      ) : project.error ? (
        <ErrorView failure={shownFailure(t, project.error)} onRetry={() => void project.refetch()} />
      ) : (
        <div className="project-form" aria-busy="true">
          <Skeleton lines={8} />
        </div>
      )}
    </div>
  );
}
