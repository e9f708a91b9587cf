// Plans, pins and tasks of all projects that match the typed text; none while offline.

import { MIN_SEARCH_LENGTH, searchProjects } from '@plumbline/core/features/search/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { pinAddress, planAddress, taskAddress } from '../../../shared/navigation/addresses.ts';
import { useDebouncedText } from '../../../shared/navigation/typed-text.tsx';
import { PinIcon, PlanIcon, TaskIcon } from '../../../ui/icons.tsx';
import { type Status, StatusBadge } from '../../../ui/marks/status-badge.tsx';
import type { Command } from '../../../ui/overlays/command-palette.tsx';
import { useT } from '../../../ui/translation.tsx';

/** Of each kind: the command menu is for finding one thing, not for reading lists. */
const MAX_FOUND_EACH = 5;

const placeOf = ({ projectTitle, planName }: { projectTitle: string; planName: string | null }): string =>
  inOneLine([projectTitle, planName]);

const statusOf = (status: Status, word: string) => (
  <StatusBadge status={status} plain>
    {word}
  </StatusBadge>
);

/** Plans and pins of the open project are left out: they are listed from the device. */
export function useOtherProjectResults(text: string, openProjectId: string | undefined): Command[] {
  const t = useT();
  const search = useDebouncedText(text.trim());
  const { data } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call(searchProjects, { query: { search, size: MAX_FOUND_EACH } }, { signal }),
    enabled: search.length >= MIN_SEARCH_LENGTH,
  });
  // Results for an earlier text would be opened by mistake.
  if (!data || search !== text.trim()) return [];
  const elsewhere = ({ projectId }: { projectId: string }) => projectId !== openProjectId;
  return [
    ...data.plans.content.filter(elsewhere).map(({ id, projectId, projectTitle, planName, sheetNumber }) => ({
      id: `elsewhere ${id}`,
      label: inOneLine([sheetNumber, planName], ' '),
      detail: projectTitle,
      icon: PlanIcon,
      href: planAddress({ projectId, planId: id, viewType: 'split' }),
    })),
    ...data.pins.content.filter(elsewhere).map((pin) => ({
      id: `elsewhere ${pin.id}`,
      label: `#${pin.number} ${pin.title || t('pin.untitled')}`,
      detail: placeOf(pin),
      icon: PinIcon,
      end: statusOf(pin.status, t(`pin.status.${pin.status}`)),
      href: pinAddress(pin),
    })),
    ...data.tasks.content.map((task) => ({
      id: `elsewhere ${task.id}`,
      label: task.title || task.pinTitle || t('task.untitled'),
      detail: placeOf(task),
      icon: TaskIcon,
      end: statusOf(task.status, t(`task.status.${task.status}`)),
      href: taskAddress(task.projectId, task.id),
    })),
  ];
}
