// Uploads a new version of a model and imports it; pins follow their elements.

import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useNavigate } from '@tanstack/react-router';
import { FileTrigger } from 'react-aria-components';
import { plansAddress } from '../../shared/navigation/addresses.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { NewVersionIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { fileProblem, MODEL_FILES, problemText } from '../imports/upload/file-check.ts';
import { addUploads } from '../imports/upload/upload-queue.ts';

export function VersionButton({ projectId, plan, compact }: { projectId: string; plan: PlanRow; compact: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const onSelect = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const problem = fileProblem(file);
    if (problem) {
      showToast({ kind: 'error', text: problemText(t, problem, file) });
      return;
    }
    addUploads(projectId, plan.parentId, [file], plan.id);
    void navigate({ href: plansAddress(projectId, plan.id) });
  };
  return (
    <FileTrigger acceptedFileTypes={MODEL_FILES} onSelect={onSelect}>
      {compact ? (
        <IconButton icon={NewVersionIcon} label={t('models.newVersion')} />
      ) : (
        <Button icon={NewVersionIcon}>{t('models.newVersion')}</Button>
      )}
    </FileTrigger>
  );
}
