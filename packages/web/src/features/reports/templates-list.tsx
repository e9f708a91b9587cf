// The templates of a project: the ready-made ones to start from, and one's own.
import type { Template } from '@plumbline/core/features/reports/contract';
import { useState } from 'react';
import { failureText, shownFailure } from '../../app/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { DownloadIcon, IconMark, TemplateIcon, UploadIcon, WarningIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { chooseTemplate, TemplateDialog } from './template-dialog.tsx';
import { TemplateProblems } from './template-problems.tsx';
import { saveFile, useTemplates } from './use-reports.ts';
import './reports.css';

export function TemplatesList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const templates = useTemplates(projectId);
  const [file, setFile] = useState<File>();
  const [shown, setShown] = useState<Template>();
  if (templates.isPending) return <Skeleton lines={5} />;
  if (templates.isError)
    return <ErrorView failure={shownFailure(t, templates.error)} onRetry={() => void templates.refetch()} />;

  const download = async (template: Template) => {
    const path = `/api/templates/projects/${projectId}/templates/${encodeURIComponent(template.id)}/file` as const;
    try {
      await saveFile(`${path}?language=${t.language}`, `${template.title}.docx`);
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
  };
  return (
    <div className="templates">
      <div className="templates-head">
        <p className="ui-help">{t('report.templatesText')}</p>
        {mayManage && (
          <Button icon={UploadIcon} onPress={() => chooseTemplate(setFile)}>
            {t('report.addTemplate')}
          </Button>
        )}
      </div>
      <ul className="template-list">
        {templates.data.content.map((template) => (
          <li key={template.id} className="template">
            <IconMark icon={TemplateIcon} />
            <span className="template-words">
              <strong>{template.title}</strong>
              <span className="ui-help">{template.builtin ? t('report.builtin') : template.fileName}</span>
              {template.problems.length > 0 && (
                <span className="template-bad">
                  <IconMark icon={WarningIcon} />
                  {t('report.templateProblems', { count: template.problems.length })}
                  <Button kind="quiet" size="s" onPress={() => setShown(template)}>
                    {t('report.showProblems')}
                  </Button>
                </span>
              )}
            </span>
            <Button kind="quiet" icon={DownloadIcon} onPress={() => void download(template)}>
              {t('report.downloadTemplate')}
            </Button>
          </li>
        ))}
      </ul>
      {file && (
        <TemplateDialog
          key={`${file.name} ${file.lastModified} ${file.size}`}
          projectId={projectId}
          file={file}
          onFile={setFile}
          onClose={() => setFile(undefined)}
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
    </div>
  );
}
