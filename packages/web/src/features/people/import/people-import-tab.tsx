// People from lists in the management of an organisation.
import { PeopleImport } from './people-import.tsx';

export function PeopleImportTab() {
  return <PeopleImport scope={undefined} base="/userManagement/importStatus" />;
}
