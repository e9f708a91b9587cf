// All fields of a new project, one section below the other.
import { useT } from '../../../ui/translation.tsx';
import { Part } from '../settings/settings-part.tsx';
import type { DraftField } from './project-draft.ts';
import {
  DateFields,
  type FieldsProps,
  ManagerFields,
  NameFields,
  NotesField,
  PlaceFields,
  WordsFields,
} from './project-fields.tsx';

export function NewProjectFields(props: FieldsProps<DraftField>) {
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
        <PlaceFields {...props} />
      </Part>
      <Part title={t('project.partManager')}>
        <ManagerFields {...props} />
      </Part>
      <Part title={t('project.partReports')}>
        <WordsFields {...props} />
        <NotesField {...props} />
      </Part>
    </>
  );
}
