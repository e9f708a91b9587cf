// Saves a project as a template of the organisation, or replaces the template that has the title.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { projectTemplates, useSaveTemplate } from '../../../shared/data/project-templates.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { titleRefused } from '../create/title-refused.ts';
import '../create/project-form.css';

const FORM = 'save-template';

type SaveTemplateProps = { project: { id: string; title: string }; onClose: () => void };

export function SaveTemplateDialog({ project, onClose }: SaveTemplateProps) {
  const t = useT();
  const known = useQuery(projectTemplates);
  const save = useSaveTemplate();
  const [newId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(project.title);
  const [tried, setTried] = useState(false);
  const key = title.trim().toLocaleLowerCase('und');
  const replaced = known.data?.find((one) => one.title.toLocaleLowerCase('und') === key);
  const problem = tried && key === '' ? t('outcome.REQUIRED') : titleRefused(t, save.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (key === '' || save.isPending) return;
    save.mutate(
      { id: replaced?.id ?? newId, projectId: project.id, title: title.trim() },
      {
        onSuccess: () => {
          onClose();
          showToast({ kind: 'success', text: t('projectTemplate.saved') });
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('projectTemplate.saveTitle', { title: project.title })}
      size="small"
      isOpen
      isBusy={save.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={save.isPending}>
            {t('project.cancel')}
          </Button>
          <Button kind="next" type="submit" form={FORM} isPending={save.isPending} isDisabled={known.isPending}>
            {t('projectTemplate.save')}
          </Button>
        </>
      }
    >
      <form id={FORM} className="project-form" onSubmit={send}>
        {save.error && problem === undefined && <Notice kind="error">{failureText(t, save.error)}</Notice>}
        <TextField
          label={t('project.title')}
          autoFocus
          maxLength={200}
          value={title}
          onChange={(value) => {
            setTitle(value);
            if (save.isError) save.reset();
          }}
          problem={problem}
        />
        {replaced && <Notice kind="warning">{t('projectTemplate.replaces', { title: replaced.title })}</Notice>}
        <Text as="p" size="s" ink={3}>
          {t('projectTemplate.saveText')}{' '}
          <a href={userManagementAddress('templates')}>{t('organisation.tab.templates')}</a>
        </Text>
      </form>
    </FormDialog>
  );
}
