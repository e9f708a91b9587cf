// The demo for tests: who can sign in, and the files it is loaded from.
import { packFile, readPack } from '@plumbline/server/features/demo/pack';

const pack = readPack();
if (!pack) throw new Error('the demo pack is missing; write it with: node tools/demo-site/build.ts');

/** The site that the tests work on. */
const [site] = pack.sites;
if (!site?.model) throw new Error('the first site of the demo has no model');

export const DEMO_PASSWORD = pack.organisation.password;
export const DEMO_TITLE = site.project.title;

const KEYS = ['anna', 'tomas', 'lena', 'mia', 'jonas', 'elif', 'petra', 'marek', 'sofia'] as const;
export type DemoPerson = (typeof KEYS)[number];

export function demoEmail(key: DemoPerson): string {
  const person = pack?.people.find((one) => one.key === key);
  if (!person) throw new TypeError(`the demo has no person named ${key}`);
  return person.email;
}

export const DEMO_PEOPLE = KEYS.map((key) => ({ key, email: demoEmail(key) }));

/** The path of a demo sheet as PDF. */
export function demoSheet(number: string): string {
  const file = site?.plans.find((plan) => plan.sheetNumber === number)?.revisions[0]?.file;
  if (!file) throw new TypeError(`the demo has no sheet ${number}`);
  return packFile(file);
}

/** The path of the demo's building model as IFC. */
export const DEMO_MODEL = packFile(site.model.file);
