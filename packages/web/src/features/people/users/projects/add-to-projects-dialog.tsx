// Adds the selected people of the organisation to several projects at once, with one role.
import { addMembers } from '@plumbline/core/features/people/contract';
import type { UserEntry } from '@plumbline/core/features/people/users-contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../api/client.ts';
import { type BatchResult, ResultDialog } from '../../../../shared/batch/result-dialog.tsx';
import { failureText } from '../../../../shared/data/shown-failure.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useT } from '../../../../ui/translation.tsx';
import { useInvalidatePeople } from '../use-users.ts';
import { NO_PROJECTS, ProjectChoice, useManagedProjects } from './project-choice.tsx';

/** People per request. */
const CHUNK = 500;

export function AddToProjectsDialog({ users, onClose }: { users: readonly UserEntry[]; onClose: () => void }) {
  const t = useT();
  const reread = useInvalidatePeople();
  const { projects } = useManagedProjects();
  const [chosen, choose] = useState(NO_PROJECTS);
  const add = useMutation({
    mutationFn: async (): Promise<BatchResult> => {
      const refused: { id: string; name: string; reason: string }[] = [];
      for (const projectId of chosen.projectIds) {
        try {
          for (let from = 0; from < users.length; from += CHUNK) {
            const members = users.slice(from, from + CHUNK).map(({ userId }) => ({ id: crypto.randomUUID(), userId }));
            await call(addMembers, { params: { projectId }, body: { members, role: chosen.role } });
          }
        } catch (error) {
          const name = projects?.find((one) => one.id === projectId)?.title ?? '';
          refused.push({ id: projectId, name, reason: failureText(t, error) });
        }
      }
      return { done: chosen.projectIds.size - refused.length, refused };
    },
    onSuccess: ({ done, refused }) => {
      if (refused.length > 0) return;
      showToast({ kind: 'success', text: t('people.addedToProjects', { count: done }) });
      onClose();
    },
    onSettled: reread,
  });
  if (add.data && add.data.refused.length > 0) return <ResultDialog result={add.data} onClose={onClose} />;
  return (
    <Dialog
      title={t('people.addToProjects')}
      detail={t('organisation.count', { count: users.length })}
      size="small"
      isOpen
      isBusy={add.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={add.isPending}
            isDisabled={chosen.projectIds.size === 0}
            onPress={() => add.mutate()}
          >
            {t('people.doAdd')}
          </Button>
        </>
      }
    >
      <ProjectChoice value={chosen} onChange={choose} />
    </Dialog>
  );
}
