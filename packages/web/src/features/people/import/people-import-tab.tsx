// People import in the organisation's management.
import { PeopleImport } from './people-import.tsx';

export function PeopleImportTab() {
  return <PeopleImport scope={undefined} base="/userManagement/importStatus" />;
}
