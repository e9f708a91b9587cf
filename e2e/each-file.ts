// Around each journey file: an organisation of its own before it, and no page left open after it.
import { afterAll, beforeAll } from 'vitest';
import { closePages } from './browser.ts';
import { beginOrganisation } from './organisation.ts';

beforeAll(beginOrganisation);
afterAll(closePages);
