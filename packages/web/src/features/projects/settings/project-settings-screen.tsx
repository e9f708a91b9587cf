// The settings of a project in tabs: four that are saved together, and others that save themselves.
import type { ProjectDetails } from '@plumbline/core/features/projects/contract';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { Form } from 'react-aria-components';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { SETTINGS_TABS, type SettingsTab, settingsAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { ErrorIcon, LockIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { keepToastsAbove } from '../../../ui/overlays/above-bars.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { Part } from './settings-part.tsx';
import '../projects.css';
import './settings.css';
import { useProject } from '../../../shared/data/project-queries.ts';
import { SettingsDesign } from './settings-design.tsx';
import { SettingsDetails } from './settings-details.tsx';
import { GROUP_TABS, type GroupTab } from './settings-draft.ts';
import { SettingsStakeholders } from './settings-stakeholders.tsx';
import { type SettingsProps, useSettings } from './use-settings.ts';
import '../create/project-form.css';
import { LocationFields } from '../create/project-fields.tsx';

/** Second settings tab: where the site is. */
function SettingsAddress(props: SettingsProps) {
  const t = useT();
  return (
    <Part title={t('project.partPlace')} isFirst>
      <LocationFields {...props} />
    </Part>
  );
}

const SiteMap = lazy(() => import('./site-map.tsx').then((its) => ({ default: its.SiteMap })));
const FieldsTab = lazy(() => import('../../fields/fields-tab.tsx').then((its) => ({ default: its.ProjectFieldsTab })));
const TemplatesTab = lazy(() =>
  import('../../reports/templates/templates-list.tsx').then((its) => ({ default: its.TemplatesList })),
);

const FORM = 'project-settings';
const isGroup = (tab: SettingsTab): tab is GroupTab => (GROUP_TABS as readonly string[]).includes(tab);

function Settings({ project, tab }: { project: ProjectDetails; tab: SettingsTab }) {
  const t = useT();
  const go = useNavigate();
  const page = useRef<HTMLDivElement>(null);
  const settings = useSettings(project);
  const { draft, change, changed, problemOf, meanwhile } = settings;
  const mayEdit = project.permissions.includes('project.edit');
  const seesReports = project.permissions.includes('report.view');
  // Switching between the tabs that are saved together loses nothing.
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      changed && !GROUP_TABS.some((groupTab) => settingsAddress(project.id, groupTab) === next.pathname),
    enableBeforeUnload: () => changed,
    withResolver: true,
  });
  const props = {
    projectId: project.id,
    draft,
    onChange: change,
    problemOf,
    isReadOnly: !mayEdit || settings.isSaving,
  };
  const focusProblem = () =>
    setTimeout(() => {
      page.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] [tabindex="0"]')?.focus();
    });
  const send = () => {
    if (settings.isSaving || !changed) return;
    settings.send(
      () => showToast({ kind: 'success', text: t('project.saved') }),
      (wrong) => {
        if (wrong && wrong !== tab) void go({ href: settingsAddress(project.id, wrong) }).then(focusProblem);
        else focusProblem();
      },
    );
  };
  const placed = settings.wrongTabs.size > 0 || problemOf('title') !== undefined;
  const group = (fields: ReactNode, below?: ReactNode) => (
    <Stack fluid gap={6}>
      {meanwhile && (
        <Notice kind={meanwhile.clashes.length > 0 ? 'warning' : 'info'} onDismiss={settings.forget}>
          {meanwhile.clashes.length > 0
            ? t('project.clash', { fields: t.list(meanwhile.clashes.map((field) => t(`project.field.${field}`))) })
            : t('project.taken', { fields: t.list(meanwhile.taken.map((field) => t(`project.field.${field}`))) })}
        </Notice>
      )}
      {!mayEdit && <Notice kind="info">{t('project.readOnly')}</Notice>}
      <Form
        id={FORM}
        className="project-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {fields}
      </Form>
      {below}
      {settings.error && !placed && !meanwhile && <Notice kind="error">{failureText(t, settings.error)}</Notice>}
      {mayEdit && (
        <Row
          gap={3}
          align="stretch"
          justify="end"
          pad="4 0"
          line="above"
          className="project-send"
          ref={keepToastsAbove}
        >
          <Button onPress={settings.undo} isDisabled={!changed || settings.isSaving}>
            {t('project.undoChanges')}
          </Button>
          <Button kind="next" type="submit" form={FORM} isDisabled={!changed} isPending={settings.isSaving}>
            {t('project.save')}
          </Button>
        </Row>
      )}
    </Stack>
  );
  const position =
    draft.latitude === null || draft.longitude === null ? null : { lat: draft.latitude, lon: draft.longitude };
  const panels: Record<SettingsTab, () => ReactNode> = {
    details: () => group(<SettingsDetails {...props} />),
    address: () =>
      group(
        <SettingsAddress {...props} />,
        !mayEdit && position === null ? (
          <Part title={t('project.position')}>{t('project.noPlace')}</Part>
        ) : (
          <Suspense
            fallback={
              <Stack fluid gap={3} className="site-place">
                <Skeleton lines={4} />
              </Stack>
            }
          >
            <SiteMap
              projectId={project.id}
              address={[draft.address, draft.postCode].filter(Boolean).join(', ')}
              position={position}
              onPosition={(next) => change({ latitude: next?.lat ?? null, longitude: next?.lon ?? null })}
              isReadOnly={props.isReadOnly}
            />
          </Suspense>
        ),
      ),
    stakeholders: () =>
      group(<SettingsStakeholders {...props} mayName={project.permissions.includes('stakeholder.manage')} />),
    design: () => group(<SettingsDesign {...props} />),
    categories: () => (
      <CategoriesTab projectId={project.id} mayManage={project.permissions.includes('category.manage')} />
    ),
    fields: () => <FieldsTab projectId={project.id} />,
    templates: () =>
      seesReports ? (
        <TemplatesTab
          projectId={project.id}
          mayCreate={project.permissions.includes('report.create')}
          mayManage={project.permissions.includes('template.manage')}
        />
      ) : (
        <EmptyState icon={LockIcon} title={t('report.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      ),
  };

  return (
    <div className="settings" ref={page}>
      <h1 className="ui-hidden">{t('project.settings')}</h1>
      <Tabs
        label={t('project.settings')}
        value={tab}
        tabs={SETTINGS_TABS.filter((id) => id !== 'templates' || seesReports || id === tab).map((id) => ({
          id,
          label: t(`project.tab.${id}`),
          href: settingsAddress(project.id, id),
          ...(isGroup(id) && settings.wrongTabs.has(id) && { icon: ErrorIcon }),
          content: id === tab && <Suspense fallback={<Skeleton lines={6} />}>{panels[id]()}</Suspense>,
        }))}
      />
      <ConfirmDialog
        title={t('project.leaveChanges')}
        confirm={t('project.discard')}
        cancel={t('project.stay')}
        danger
        isOpen={blocker.status === 'blocked'}
        onConfirm={() => {
          settings.undo();
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
      >
        {t('project.leaveChangesText')}
      </ConfirmDialog>
    </div>
  );
}

export type ProjectSettingsScreenProps = { projectId: string; tab?: SettingsTab | undefined };

export function ProjectSettingsScreen({ projectId, tab = 'details' }: ProjectSettingsScreenProps) {
  const t = useT();
  const project = useProject(projectId);
  return (
    <Box pad="6 edge 0" className="project-page" data-settings="">
      <ScreenHead
        title={project.data ? `${t('project.settings')} – ${project.data.title}` : t('project.settings')}
        path={[{ id: tab, label: t(`project.tab.${tab}`) }]}
      />
      {project.data ? (
        <Settings key={projectId} project={project.data} tab={tab} />
      ) : project.error ? (
        <ErrorView failure={shownFailure(t, project.error)} onRetry={() => void project.refetch()} />
      ) : (
        <div className="project-form" aria-busy="true">
          <Skeleton lines={8} />
        </div>
      )}
    </Box>
  );
}
