// All fields of a new project, one section below the other.
import { useT } from '../../../ui/translation.tsx';
import { Part } from '../settings/settings-part.tsx';
import type { DraftField } from './project-draft.ts';
import {
  DateFields,
  DescriptionFields,
  type FieldsProps,
  LocationFields,
  ManagerFields,
  NameFields,
  NotesField,
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
