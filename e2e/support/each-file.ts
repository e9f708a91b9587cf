// Gives each journey file its own organisation, and closes its pages afterwards.
import { afterAll, beforeAll } from 'vitest';
import { closePages } from './browser.ts';
import { beginOrganisation } from './organisation.ts';

beforeAll(beginOrganisation);
afterAll(closePages);
