// The ten jobs that people do most, each from the screen where it begins to the moment it is done.
import { DEMO_PROJECT, planId } from '@plumbline/server/features/demo/ids';
import { makePdf } from '@plumbline/server/rendering/testing/pdf-fixture';
import { DEMO_PASSWORD, type DemoPerson, demoEmail } from '@plumbline/testkit/demo';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Hand } from './hand.ts';

export type Job = {
  readonly name: string;
  readonly who: DemoPerson;
  /** Presses; `before`: before the redesign. */
  readonly goal: number;
  readonly before: string;
  readonly phone?: boolean;
  /** Opens the screen where the job begins. */
  readonly begin: (page: Page) => Promise<void>;
  readonly run: (hand: Hand) => Promise<void>;
};

const PROJECT = `/project/${DEMO_PROJECT}`;
const GROUND_FLOOR = planId('A-102');

export async function signInTo(page: Page, who: DemoPerson): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(demoEmail(who));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.work-inner').waitFor();
}

const to = (address: string) => async (page: Page) => {
  await page.goto(new URL(address, page.url()).href);
};

const planShown = async (page: Page) => {
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
  await page.locator('.plan-wait').waitFor({ state: 'detached' });
};

const threePages = (): Buffer =>
  makePdf(
    [1, 2, 3].map((page) => ({
      mediaBox: [0, 0, 842, 595],
      content: `BT /F1 24 Tf 60 ${100 * page} Td (Sheet ${page}) Tj ET 50 50 700 480 re S\n`,
    })),
  );

async function inviteIntoTwo(hand: Hand, email: string): Promise<void> {
  const { page } = hand;
  const dialog = page.getByRole('dialog');
  await hand.press(page.getByRole('button', { name: 'Invite users' }));
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(email);
  await hand.press(dialog.getByRole('button', { name: /^(?=.*Kastanienallee)(?=.*Lindenhof).* · Subcontractor$/u }));
  await hand.press(dialog.getByRole('button', { name: 'Invite 1 person' }));
  await dialog.waitFor({ state: 'detached' });
}

export const TEN_JOBS: readonly Job[] = [
  {
    name: 'sign in to a readable plan',
    who: 'anna',
    before: '3, then zoom',
    goal: 1,
    begin: async (page) => {
      await to(`${PROJECT}/${GROUND_FLOOR}`)(page);
      await planShown(page);
      await to('/home')(page);
    },
    run: async (hand) => {
      await hand.press(hand.page.locator('.work-plan'));
      await planShown(hand.page);
    },
  },
  {
    name: 'photo pin with task on the phone',
    who: 'tomas',
    before: '6, unnamed',
    goal: 6,
    phone: true,
    begin: async (page) => {
      await to(`${PROJECT}/${GROUND_FLOOR}`)(page);
      await planShown(page);
    },
    run: async (hand) => {
      const { page } = hand;
      const box = await page.locator('.plan-stage canvas').first().boundingBox();
      if (!box) throw new Error('the plan is not there');
      await hand.hold(box.x + box.width * 0.43, box.y + box.height * 0.36);
      await hand.press(page.getByRole('radio', { name: 'Drywall', exact: true }));
      const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#557711' } })
        .jpeg()
        .toBuffer();
      await hand.choose(page.getByRole('button', { name: 'Take photo' }), {
        name: 'wall.jpg',
        mimeType: 'image/jpeg',
        buffer,
      });
      await page.getByRole('application', { name: /^Sketch/u }).waitFor();
      await hand.press(page.getByRole('radio', { name: 'Drywall crew' }));
      await hand.press(page.getByRole('button', { name: 'Done', exact: true }).last());
      await page.locator('.pin-panel').waitFor({ state: 'detached' });
      await page.getByText('All changes saved').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'my overdue tasks',
    who: 'elif',
    before: '4 in each project',
    goal: 0,
    phone: true,
    begin: to('/home'),
    run: async ({ page }) => {
      await page.locator('.work-group[data-group] .issue').first().waitFor();
    },
  },
  {
    name: 'close a task with evidence',
    who: 'anna',
    before: '4, evidence not shown',
    goal: 2,
    begin: to('/home'),
    run: async (hand) => {
      const group = hand.page.locator('.work-group[data-group="verify"]');
      const card = group
        .locator('.issue')
        .filter({ has: hand.page.locator('.issue-picture img') })
        .first();
      await hand.press(card.getByRole('button', { name: 'Verify' }));
      await hand.page.locator('.ui-toast').first().waitFor();
    },
  },
  {
    name: 'import a three-page PDF',
    who: 'anna',
    before: '3 and a file dialog',
    goal: 2,
    begin: async (page) => {
      await to(PROJECT)(page);
      await page
        .getByRole('link', { name: /Ground floor/u })
        .first()
        .waitFor();
    },
    run: async (hand) => {
      const file = { name: 'three.pdf', mimeType: 'application/pdf', buffer: threePages() };
      const plan = hand.page.getByRole('link', { name: /Ground floor/u }).first();
      await hand.drop(plan, file);
      await hand.press(hand.page.getByRole('button', { name: 'Import 3 pages' }));
      await hand.page.getByRole('button', { name: 'Import 3 pages' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'report of the filtered list',
    who: 'anna',
    before: '7, no preview',
    goal: 3,
    begin: to(`${PROJECT}/pins/list?search=door`),
    run: async (hand) => {
      const { page } = hand;
      await page.getByRole('row').nth(1).waitFor();
      await hand.press(page.locator('.ui-table-head .ui-check').first());
      await hand.press(page.getByRole('button', { name: 'Create report' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Create report' }));
      await page.getByRole('button', { name: 'Create report' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'invite a person into two projects',
    who: 'anna',
    before: 'about 10',
    goal: 3,
    begin: to('/userManagement'),
    run: (hand) => inviteIntoTwo(hand, 'first.person@partner.example'),
  },
  {
    name: 'invite the next person into the same two projects',
    who: 'anna',
    before: 'about 10',
    goal: 3,
    begin: async (page) => {
      await to('/userManagement')(page);
      // The first invitation names the projects.
      await inviteIntoTwo(new Hand(page, false), 'second.person@partner.example');
    },
    run: async (hand) => {
      const { page } = hand;
      const dialog = page.getByRole('dialog');
      await hand.press(page.getByRole('button', { name: 'Invite users' }));
      await page.getByRole('textbox', { name: 'Email addresses' }).fill('third.person@partner.example');
      await hand.press(dialog.getByRole('button', { name: /^Same as last time/u }));
      await hand.press(dialog.getByRole('button', { name: 'Invite 1 person' }));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'compare two revisions',
    who: 'anna',
    before: '2',
    goal: 2,
    begin: to(`${PROJECT}/planVersions/${GROUND_FLOOR}`),
    run: async (hand) => {
      await hand.press(hand.page.getByRole('link', { name: /^Compare/u }).first());
      await hand.page.waitForURL(/planVersions\/[^/]+\/[^/]+\/[^/]+/u);
    },
  },
  {
    name: 'filter by category and share',
    who: 'anna',
    before: '3, cannot share',
    goal: 3,
    begin: to(`${PROJECT}/pins/list`),
    run: async (hand) => {
      const { page } = hand;
      await hand.press(page.getByRole('button', { name: 'Filter' }));
      await hand.press(page.getByRole('toolbar', { name: 'Category' }).getByRole('button', { name: 'Drywall' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Copy link' }));
      await page.getByText('Link copied').first().waitFor();
    },
  },
  {
    name: 'export to Excel',
    who: 'anna',
    before: '2',
    goal: 2,
    begin: to(`${PROJECT}/pins/list`),
    run: async (hand) => {
      const download = hand.page.waitForEvent('download');
      await hand.press(hand.page.getByRole('button', { name: 'Export' }));
      await hand.press(hand.page.getByRole('menuitem', { name: 'Excel (.xlsx)' }));
      await (await download).path();
    },
  },
];
