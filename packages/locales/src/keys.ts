// The keys of all texts, taken from the English parts by the compiler: a misspelt key does not build.
// One line here for each part file; a test tells when one is missing.
import type account from '../parts/account.en.json';
import type auth from '../parts/auth.en.json';
import type dashboard from '../parts/dashboard.en.json';
import type datasets from '../parts/datasets.en.json';
import type errors from '../parts/errors.en.json';
import type exported from '../parts/exports.en.json';
import type fields from '../parts/fields.en.json';
import type groups from '../parts/groups.en.json';
import type help from '../parts/help.en.json';
import type imports from '../parts/imports.en.json';
import type licences from '../parts/licences.en.json';
import type mail from '../parts/mail.en.json';
import type maps from '../parts/maps.en.json';
import type measure from '../parts/measure.en.json';
import type media from '../parts/media.en.json';
import type migration from '../parts/migration.en.json';
import type models from '../parts/models.en.json';
import type newProject from '../parts/new-project.en.json';
import type notifications from '../parts/notifications.en.json';
import type organisations from '../parts/organisations.en.json';
import type people from '../parts/people.en.json';
import type peopleImport from '../parts/people-import.en.json';
import type personalData from '../parts/personal-data.en.json';
import type pins from '../parts/pins.en.json';
import type planPrint from '../parts/plan-print.en.json';
import type planReferences from '../parts/plan-references.en.json';
import type plans from '../parts/plans.en.json';
import type projectCopy from '../parts/project-copy.en.json';
import type projects from '../parts/projects.en.json';
import type push from '../parts/push.en.json';
import type quick from '../parts/quick.en.json';
import type reports from '../parts/reports.en.json';
import type revisions from '../parts/revisions.en.json';
import type shell from '../parts/shell.en.json';
import type sso from '../parts/sso.en.json';
import type sync from '../parts/sync.en.json';
import type tasks from '../parts/tasks.en.json';
import type teams from '../parts/teams.en.json';
import type time from '../parts/time.en.json';
import type tour from '../parts/tour.en.json';
import type ui from '../parts/ui.en.json';
import type viewer from '../parts/viewer.en.json';

type Parts = typeof account &
  typeof auth &
  typeof dashboard &
  typeof datasets &
  typeof errors &
  typeof exported &
  typeof fields &
  typeof groups &
  typeof help &
  typeof imports &
  typeof licences &
  typeof maps &
  typeof measure &
  typeof mail &
  typeof media &
  typeof migration &
  typeof models &
  typeof newProject &
  typeof notifications &
  typeof organisations &
  typeof people &
  typeof peopleImport &
  typeof personalData &
  typeof pins &
  typeof planPrint &
  typeof planReferences &
  typeof plans &
  typeof projectCopy &
  typeof projects &
  typeof push &
  typeof quick &
  typeof reports &
  typeof revisions &
  typeof shell &
  typeof sso &
  typeof sync &
  typeof tasks &
  typeof teams &
  typeof time &
  typeof tour &
  typeof ui &
  typeof viewer;

/** Every known key, e.g. `plans.rename`. */
export type TextKey = keyof Parts & string;
