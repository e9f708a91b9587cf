// Creates a project. Only the title is required; everything else can be added later.
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { folderList, useCreateProject } from '../../../shared/data/project-queries.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { browserTimeZone } from '../../../shared/i18n/browser-time-zone.ts';
import { useLanguage } from '../../../shared/i18n/i18n.tsx';
import { isId, projectsAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FolderIcon, IconMark, LockIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { keepToastsAbove } from '../../../ui/overlays/above-bars.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { Part } from '../settings/settings-part.tsx';
import { useDraft } from '../settings/use-draft.ts';
import { TemplateChoice } from '../templates/template-choice.tsx';
import { type DraftField, emptyDraft } from './project-draft.ts';
import {
  DateFields,
  DescriptionFields,
  type FieldsProps,
  LocationFields,
  ManagerFields,
  NameFields,
  NotesField,
} from './project-fields.tsx';
import '../projects.css';
import './project-form.css';

/** All fields of a new project, one section below the other. */
function NewProjectFields(props: FieldsProps<DraftField>) {
  const t = useT();
  return (
    <>
      <Part title={t('project.partName')} isFirst>
        <NameFields {...props} autoFocus />
      </Part>
      <Part title={t('project.partTime')}>
        <DateFields {...props} />
      </Part>
      <Part title={t('project.partPlace')}>
        <LocationFields {...props} />
      </Part>
      <Part title={t('project.partManager')}>
        <ManagerFields {...props} />
      </Part>
      <Part title={t('project.partReports')}>
        <DescriptionFields {...props} />
        <NotesField {...props} />
      </Part>
    </>
  );
}

/** `parentId`: the folder to create it in. */
export function NewProjectScreen({ parentId }: { parentId?: string | undefined }) {
  const t = useT();
  const mayCreate = useUser().permissions.includes('project.create');
  if (mayCreate) return <NewProject parentId={parentId} />;
  return (
    <EmptyState screen icon={LockIcon} title={t('project.notAllowedNew')}>
      {t('project.emptyInvited')}
    </EmptyState>
  );
}

function NewProject({ parentId }: { parentId?: string | undefined }) {
  const t = useT();
  const go = useNavigate();
  const user = useUser();
  const { language } = useLanguage();
  const create = useCreateProject();
  const [id] = useState(() => crypto.randomUUID());
  const [start] = useState(() => emptyDraft(user.settings.timeZone || browserTimeZone(), language));
  const [templateId, chooseTemplate] = useState<string>();
  const { draft, change, check, problemOf } = useDraft(() => start, create);
  const done = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => !done.current && draft !== start,
    enableBeforeUnload: () => !done.current && draft !== start,
    withResolver: true,
  });
  const folders = useQuery({ ...folderList({ state: 'all', whose: 'all' }), enabled: isId(parentId) });
  const folder = folders.data?.find((one) => one.id === parentId);
  const unplaced = create.error && problemOf('title') === undefined;

  return (
    <Box pad="6 edge 0" className="project-page">
      <ScreenHead title={t('project.new')} path={[{ id: 'new', label: t('project.new') }]} />
      <Form
        className="project-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (create.isPending || !check(event.currentTarget)) return;
          create.mutate(
            {
              id,
              ...draft,
              title: draft.title.trim(),
              parentId: isId(parentId) ? parentId : null,
              ...(templateId !== undefined && { templateId }),
            },
            {
              onSuccess: (made) => {
                done.current = true;
                void go({ to: '/project/$projectId', params: { projectId: made.id } });
              },
            },
          );
        }}
      >
        <Stack gap={1}>
          <Row justify="between" wrap>
            <h1>{t('project.new')}</h1>
            <LinkButton kind="quiet" icon={UploadIcon} href="/migrations">
              {t('migration.title')}
            </LinkButton>
          </Row>
          <Text as="p" ink={2}>
            {t('project.newText')}
          </Text>
        </Stack>
        {folder && (
          <Row as="p" ink={2} className="project-where">
            <IconMark icon={FolderIcon} />
            {t('project.inFolder', { folder: folder.name })}
          </Row>
        )}
        <TemplateChoice
          value={templateId}
          onChange={(template) => {
            chooseTemplate(template?.id);
            // What the project starts with is shown, and can be changed.
            const { company, country, timezone, language: written } = template?.settings ?? start;
            change({ company, country, timezone, language: written });
          }}
          isDisabled={create.isPending}
        />
        <NewProjectFields draft={draft} onChange={change} problemOf={problemOf} isReadOnly={create.isPending} />
        {unplaced && <Notice kind="error">{failureText(t, create.error)}</Notice>}
        <Row
          gap={3}
          align="stretch"
          justify="end"
          pad="4 0"
          line="above"
          className="project-send"
          ref={keepToastsAbove}
        >
          <Button onPress={() => void go({ href: projectsAddress(parentId) })} isDisabled={create.isPending}>
            {t('project.cancel')}
          </Button>
          <Button kind="next" type="submit" isPending={create.isPending}>
            {t('project.create')}
          </Button>
        </Row>
      </Form>
      <ConfirmDialog
        title={t('project.leaveDraft')}
        confirm={t('project.discard')}
        cancel={t('project.stay')}
        danger
        isOpen={blocker.status === 'blocked'}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {t('project.leaveDraftText')}
      </ConfirmDialog>
    </Box>
  );
}
