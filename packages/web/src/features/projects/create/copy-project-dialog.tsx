// Creates a project with the details and categories of another, since sites resemble each other.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useCopyProject } from '../../../shared/data/project-queries.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { limitOf, titleProblem } from './project-draft.ts';
import { outcomeText, titleRefused } from './title-refused.ts';
import './project-form.css';

const FORM = 'copy-project';

/** What can be copied along. */
const COPIED_PARTS = ['categories', 'fields', 'members', 'teams', 'contacts', 'templates', 'plans'] as const;
type CopiedParts = Record<(typeof COPIED_PARTS)[number], boolean>;

export function CopyProjectDialog({
  project,
  onClose,
}: {
  project: { id: string; title: string };
  onClose: () => void;
}) {
  const t = useT();
  const go = useNavigate();
  const [id] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(() => t('project.copyOf', { title: project.title }).slice(0, 200));
  const [along, setAlong] = useState<CopiedParts>({
    categories: true,
    fields: true,
    members: true,
    teams: true,
    contacts: true,
    templates: true,
    plans: false,
  });
  const [tried, setTried] = useState(false);
  const copy = useCopyProject(project.id);
  const own = tried ? titleProblem(title) : undefined;
  const problem = own ? outcomeText(t, own) : titleRefused(t, copy.error);

  return (
    <FormDialog
      title={t('project.copyTitle', { title: project.title })}
      size="small"
      isOpen
      isBusy={copy.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={copy.isPending}>
            {t('project.cancel')}
          </Button>
          <Button kind="next" type="submit" form={FORM} isPending={copy.isPending}>
            {t('project.copy')}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        className="project-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (titleProblem(title)) return;
          copy.mutate(
            { id, title: title.trim(), ...along },
            {
              onSuccess: (created) => {
                onClose();
                void go({ to: '/project/$projectId', params: { projectId: created.id } });
              },
            },
          );
        }}
      >
        {copy.error && problem === undefined && <Notice kind="error">{failureText(t, copy.error)}</Notice>}
        <TextField
          label={t('project.title')}
          autoFocus
          maxLength={limitOf('title')}
          value={title}
          onChange={(value) => {
            setTitle(value);
            if (copy.isError) copy.reset();
          }}
          problem={problem}
          help={t('project.titleHint')}
        />
        <Stack as="fieldset">
          <legend className="ui-label">{t('project.copyAlong')}</legend>
          {COPIED_PARTS.map((part) => (
            <Checkbox key={part} isSelected={along[part]} onChange={(on) => setAlong({ ...along, [part]: on })}>
              {t(`project.along.${part}`)}
            </Checkbox>
          ))}
          <Text as="p" size="s" ink={3}>
            {t('project.copyNever')}
          </Text>
        </Stack>
      </Form>
    </FormDialog>
  );
}
