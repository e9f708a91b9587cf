// The contents of the command menu: the pages, plans and pins of the open project, other projects and what is in them, and
// global actions.

import type { PinRow } from '@plumbline/core/site/rows/pins';
import { canSeeTask } from '@plumbline/core/site/visibility';
import { useQuery } from '@tanstack/react-query';
import { TaskCard } from '../../../features/tasks/task-card.tsx';
import { useRow, useRows, useRowsBy } from '../../../local/use-rows.ts';
import { projectSearch, useProject } from '../../../shared/data/project-queries.ts';
import { pinAddress, pinsAddress, planAddress } from '../../../shared/navigation/addresses.ts';
import { useDebouncedText } from '../../../shared/navigation/typed-text.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { LocalIssuePicture, pinAppearance } from '../../../shared/site/pins/issue-picture.tsx';
import { leadingTask } from '../../../shared/site/pins/pin-order.ts';
import { useToday } from '../../../shared/site/today.ts';
import { AddIcon, BrightIcon, DarkIcon, DashboardIcon, LightIcon, PinIcon, PlanIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { type Command, type CommandGroup, CommandPalette } from '../../../ui/overlays/command-palette.tsx';
import { useTypedAhead } from '../../../ui/overlays/typed-ahead.ts';
import { setAppearance, storedAppearance } from '../../../ui/theme/appearance.ts';
import { useT } from '../../../ui/translation.tsx';
import { type CurrentRoute, sectionsOf, settingsOf, useCurrentRoute } from '../nav-sections.ts';
import { best, wordsOf } from './command-match.ts';
import { useOtherProjectResults } from './other-project-results.tsx';
import { openQuickSelect } from './quick-select.tsx';

type PinResultProps = { pin: PinRow; title: string; plan: string | undefined };

/** As the issue card shows it: picture, plan, and the status, due date and assignee of its most urgent task. */
function PinResult({ pin, title, plan }: PinResultProps) {
  const { projectId } = pin;
  const actor = useActor(projectId);
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const category = useRow('category', pin.categoryId);
  const tasks = useRowsBy('task', 'pinId', pin.id) ?? [];
  const task = leadingTask(actor ? tasks.filter((one) => canSeeTask(actor, one)) : [], today);
  if (task) return <TaskCard task={task} people={people} today={today} pin={pin} title={title} place={plan} pictured />;
  return (
    <Row as="span" gap={3} shrink grow className="task-card">
      <LocalIssuePicture pin={pin} taskId="" appearance={pinAppearance(pin, category?.colour ?? null)} />
      <Stack as="span" gap={0.5} shrink grow>
        <Text weight="medium" cut>
          {title}
        </Text>
        <Text size="s" ink={2} cut>
          {plan}
        </Text>
      </Stack>
    </Row>
  );
}

const MAX_COMMANDS = 8;
const ORDER = new Intl.Collator(undefined, { numeric: true });

/** Plans by sheet number and name, pins by number and title; pins only once text is typed. */
function useSite(
  { projectId, section }: CurrentRoute,
  words: readonly string[],
): { plans: Command[]; pins: Command[] } {
  const t = useT();
  const plans = useRows('plan', projectId) ?? [];
  const pins = useRows('pin', projectId) ?? [];
  if (projectId === undefined) return { plans: [], pins: [] };
  const isListed = section === 'pins' || section === 'dashboard';
  const names = new Map(plans.map((plan) => [plan.id, plan.name]));
  const shown = plans
    .filter((plan) => plan.type === 'Plan' && plan.active)
    .sort((a, b) => ORDER.compare(`${a.sheetNumber} ${a.name}`, `${b.sheetNumber} ${b.name}`));
  return {
    plans: best(shown, words, (plan) => `${plan.name} ${plan.sheetNumber}`, MAX_COMMANDS).map((plan) => ({
      id: plan.id,
      label: plan.name,
      detail: plan.sheetNumber || undefined,
      icon: PlanIcon,
      href: planAddress({ projectId, planId: plan.id, viewType: 'split' }),
    })),
    pins: (words.length === 0
      ? []
      : best(pins, words, (pin) => `${pin.number ?? ''} ${pin.title} #${pin.number ?? ''}`, MAX_COMMANDS)
    ).map((pin) => {
      // A pin made offline has no number yet.
      const label = `${pin.number === null ? t('pin.unnumbered') : `#${pin.number}`} ${pin.title || t('pin.untitled')}`;
      const plan = pin.planId === null ? undefined : names.get(pin.planId);
      return {
        id: pin.id,
        label,
        icon: PinIcon,
        content: <PinResult pin={pin} title={label} plan={plan} />,
        // Where it opens beside the list, that stays; elsewhere its plan shows where it is.
        href: isListed ? pinsAddress({ projectId, viewType: 'list', pinId: pin.id }) : pinAddress(pin),
      };
    }),
  };
}

/** `isWaiting`: the projects that fit the text are not known yet. */
function useProjects(text: string): { projects: Command[]; isWaiting: boolean } {
  const search = useDebouncedText(text.trim());
  const { data, isFetching } = useQuery(projectSearch(search, MAX_COMMANDS));
  const found = data?.content ?? [];
  // Results for the previous, shorter text stay until new ones arrive: they are filtered by the current text.
  const fitting = best(
    found,
    wordsOf(text),
    (one) => `${one.title} ${one.company} ${one.address} ${one.postCode}`,
    MAX_COMMANDS,
  );
  const projects = fitting.map((project) => ({
    id: project.id,
    label: project.title,
    detail: project.address || undefined,
    icon: DashboardIcon,
    href: `/project/${project.id}`,
  }));
  return { projects, isWaiting: isFetching || search !== text.trim() };
}

function useActions(inProject: boolean): Command[] {
  const t = useT();
  const mayCreate = useUser().permissions.includes('project.create');
  const { bright } = storedAppearance();
  return [
    { id: 'projects', label: t('nav.allProjects'), icon: DashboardIcon, href: '/' },
    { id: 'quick', label: t('quick.projects'), icon: DashboardIcon, onAction: () => openQuickSelect('projects') },
    ...(inProject
      ? [{ id: 'quickPlan', label: t('quick.plans'), icon: PlanIcon, onAction: () => openQuickSelect('plans') }]
      : []),
    ...(mayCreate ? [{ id: 'new', label: t('project.new'), icon: AddIcon, href: '/project/new' }] : []),
    { id: 'light', label: t('shell.theme.light'), icon: LightIcon, onAction: () => setAppearance({ theme: 'light' }) },
    { id: 'dark', label: t('shell.theme.dark'), icon: DarkIcon, onAction: () => setAppearance({ theme: 'dark' }) },
    { id: 'bright', label: t('shell.bright'), icon: BrightIcon, onAction: () => setAppearance({ bright: !bright }) },
  ];
}

export function Commands({ onClose }: { onClose: () => void }) {
  const t = useT();
  const route = useCurrentRoute();
  const { projectId } = route;
  const [text, setText] = useTypedAhead();
  const words = wordsOf(text);
  const site = useSite(route, words);
  const project = useProject(projectId ?? '', projectId !== undefined).data;
  const places = projectId === undefined ? [] : [...sectionsOf(projectId, project?.permissions)];
  if (project?.permissions.includes('project.edit')) places.push(settingsOf(project.id));
  const sections = places.map(({ section, icon, href }) => ({
    id: section,
    label: t(`nav.${section}`),
    icon,
    href,
  }));
  const label = (command: Command) => command.label;
  const { projects, isWaiting } = useProjects(text);
  const elsewhere = useOtherProjectResults(text, projectId);
  const groups: CommandGroup[] = [
    { id: 'plans', heading: t('nav.plans'), commands: site.plans },
    { id: 'pins', heading: t('nav.pins'), commands: site.pins },
    { id: 'projects', heading: t('nav.projects'), commands: projects },
    // Shown before the projects above it, its first entry would be the one that Enter opens.
    { id: 'elsewhere', heading: t('nav.allProjects'), commands: isWaiting ? [] : elsewhere },
    {
      id: 'go',
      heading: t('shell.goTo'),
      commands: best([...sections, ...useActions(projectId !== undefined)], words, label, MAX_COMMANDS + 4),
    },
  ];
  return <CommandPalette groups={groups} text={text} onText={setText} onClose={onClose} />;
}
