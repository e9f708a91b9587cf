// Renames a template of the project.
import type { Template } from '@plumbline/core/features/reports/contract';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useChangeTemplate } from '../use-reports.ts';
import '../reports.css';

type RenameTemplateProps = { projectId: string; template: Template; onClose: () => void };

export function RenameTemplate({ projectId, template, onClose }: RenameTemplateProps) {
  const t = useT();
  const change = useChangeTemplate(projectId);
  const [title, setTitle] = useState(template.title);
  const save = () => change.mutate({ templateId: template.id, title: title.trim() }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('report.renameTitle')}
      size="small"
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={change.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={change.isPending} isDisabled={title.trim() === ''} onPress={save}>
            {t('report.rename')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {change.isError && <Notice kind="error">{failureText(t, change.error)}</Notice>}
        <TextField label={t('report.templateTitle')} value={title} maxLength={200} onChange={setTitle} autoFocus />
      </Stack>
    </FormDialog>
  );
}
