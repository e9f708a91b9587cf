// The templates of a project: built-in ones to start from, and its own, which can be renamed, replaced and set
// inactive.

import type { Template } from '@plumbline/core/features/reports/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useState } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { saveFile } from '../../../api/save-file.ts';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/actions/menu.tsx';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { useFirstRows } from '../../../ui/data/first-rows.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import {
  ArchiveIcon,
  CodeIcon,
  DatasetIcon,
  DownloadIcon,
  EditIcon,
  IconMark,
  LockIcon,
  MoreIcon,
  RestoreIcon,
  ShowIcon,
  TemplateIcon,
  UploadIcon,
  WarningIcon,
} from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useChangeTemplate, useTemplates } from '../use-reports.ts';
import { chooseTemplate, TemplateDialog } from './template-dialog.tsx';
import { TemplateProblems } from './template-problems.tsx';
import '../reports.css';

type Chosen = { file: File; replaced: Template | undefined };

const PlaceholdersDialog = later(() => import('./placeholders-dialog.tsx').then((its) => its.PlaceholdersDialog));
const TrialDialog = later(() => import('./trial-dialog.tsx').then((its) => its.TrialDialog));

const NO_TEMPLATES: readonly Template[] = [];

type TemplatesListProps = { projectId: string; mayCreate: boolean; mayManage: boolean };

export function TemplatesList({ projectId, mayCreate, mayManage }: TemplatesListProps) {
  const t = useT();
  const [inactive, setInactive] = useState(false);
  const templates = useTemplates(projectId, inactive);
  const [rows, more] = useFirstRows(templates.data?.content ?? NO_TEMPLATES);
  const [chosen, setChosen] = useState<Chosen>();
  const [shown, setShown] = useState<Template>();
  const [renamed, setRenamed] = useState<Template>();
  const [tried, setTried] = useState<Template>();
  const change = useChangeTemplate(projectId);
  const [listing, setListing] = useState(false);
  if (templates.isPending) return <Skeleton lines={5} />;
  if (templates.error instanceof Refusal && templates.error.code === 'forbidden') {
    return (
      <EmptyState icon={LockIcon} title={t('report.noRight')}>
        {t('project.noRightText')}
      </EmptyState>
    );
  }
  if (templates.isError)
    return <ErrorView failure={shownFailure(t, templates.error)} onRetry={() => void templates.refetch()} />;
  const bring = (replaced?: Template) => chooseTemplate((file) => setChosen({ file, replaced }));
  return (
    <Stack gap={4} className="templates">
      <Row gap={3} justify="between" wrap>
        <p className="ui-help">{t('report.templatesText')}</p>
        {mayCreate && (
          <Toolbar gap="2 4">
            {mayManage && (
              <Checkbox isSelected={inactive} onChange={setInactive}>
                {t('report.showInactive')}
              </Checkbox>
            )}
            <Button icon={CodeIcon} onPress={() => setListing(true)}>
              {t('report.tags')}
            </Button>
            {mayManage && (
              <Button icon={UploadIcon} onPress={() => bring()}>
                {t('report.addTemplate')}
              </Button>
            )}
          </Toolbar>
        )}
      </Row>
      <Stack as="ul" gap={0}>
        {rows.map((template) => (
          <TemplateLine
            key={template.id}
            projectId={projectId}
            template={template}
            mayCreate={mayCreate}
            mayManage={mayManage}
            onTry={() => setTried(template)}
            onProblems={() => setShown(template)}
            onRename={() => setRenamed(template)}
            onReplace={() => bring(template)}
          />
        ))}
      </Stack>
      {more}
      {chosen && (
        <TemplateDialog
          key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}`}
          projectId={projectId}
          file={chosen.file}
          replaced={chosen.replaced}
          onFile={(file) => setChosen({ ...chosen, file })}
          onClose={() => setChosen(undefined)}
        />
      )}
      {listing && <PlaceholdersDialog projectId={projectId} onClose={() => setListing(false)} />}
      {tried && <TrialDialog projectId={projectId} template={tried} onClose={() => setTried(undefined)} />}
      {renamed && (
        <NameDialog
          title={t('report.renameTitle')}
          label={t('report.templateTitle')}
          confirm={t('report.rename')}
          name={renamed.title}
          onSave={(title) => change.mutateAsync({ templateId: renamed.id, title })}
          onClose={() => setRenamed(undefined)}
        />
      )}
      <Dialog
        title={shown?.title ?? ''}
        detail={t('report.checkBad')}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        <TemplateProblems problems={shown?.problems ?? []} />
      </Dialog>
    </Stack>
  );
}

type TemplateLineProps = {
  projectId: string;
  template: Template;
  mayCreate: boolean;
  mayManage: boolean;
  onTry: () => void;
  onProblems: () => void;
  onRename: () => void;
  onReplace: () => void;
};

function TemplateLine(props: TemplateLineProps) {
  const { projectId, template, mayCreate, mayManage, onTry, onProblems, onRename, onReplace } = props;
  const t = useT();
  const change = useChangeTemplate(projectId);
  const { id, title, fileType, fileName, builtin, active, problems } = template;
  const download = async () => {
    const path = `/api/templates/projects/${projectId}/templates/${encodeURIComponent(id)}/file` as const;
    await saveFile(`${path}?language=${t.language}`, `${title}.${fileType}`).catch((error: unknown) =>
      showToast({ kind: 'error', text: failureText(t, error) }),
    );
  };
  const setActive = (next: boolean) =>
    change.mutate(
      { templateId: id, active: next },
      { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) },
    );
  const entries: MenuEntry[] = [
    { id: 'rename', label: t('report.rename'), icon: EditIcon, onAction: onRename },
    { id: 'replace', label: t('report.replace'), icon: UploadIcon, onAction: onReplace },
    active
      ? { id: 'inactive', label: t('report.setInactive'), icon: ArchiveIcon, onAction: () => setActive(false) }
      : { id: 'active', label: t('report.setActive'), icon: RestoreIcon, onAction: () => setActive(true) },
  ];
  return (
    <Row as="li" gap="2 3" wrap pad="3 0" icons="quiet" className="template">
      <IconMark icon={fileType === 'xlsx' ? DatasetIcon : TemplateIcon} />
      <Stack as="span" gap={0} grow breaks className="template-words">
        <Text as="strong" weight="medium" ink={active ? undefined : 3}>
          {title}
        </Text>
        <span className="ui-help">
          {inOneLine([t(`report.template.${fileType}`), builtin ? t('report.builtin') : fileName])}
        </span>
        {!active && (
          <span>
            <Tag>{t('report.inactive')}</Tag>
          </span>
        )}
        {problems.length > 0 && (
          <Row as="span" wrap size="s" ink="warning">
            <IconMark icon={WarningIcon} />
            {t('report.templateProblems', { count: problems.length })}
            <Button kind="quiet" size="s" onPress={onProblems}>
              {t('report.showProblems')}
            </Button>
          </Row>
        )}
      </Stack>
      <Row as="span" gap={1} wrap className="template-buttons">
        {mayCreate && active && (
          <Button kind="quiet" icon={ShowIcon} onPress={onTry}>
            {t('report.preview')}
          </Button>
        )}
        <Button kind="quiet" icon={DownloadIcon} onPress={() => void download()}>
          {t('report.download')}
        </Button>
        {mayManage && !builtin && (
          <Menu
            label={t('report.template.more', { name: title })}
            placement="bottom end"
            trigger={<IconButton icon={MoreIcon} label={t('report.template.more', { name: title })} />}
            groups={[{ id: 'do', entries }]}
          />
        )}
      </Row>
    </Row>
  );
}
