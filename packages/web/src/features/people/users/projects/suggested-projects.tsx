// Chooses projects and the role in them with one press, from what an invitation proposes.

import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { Button } from '../../../../ui/actions/button.tsx';
import { Row } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import { NO_PROJECTS, type ProjectsAndRole } from './project-choice.tsx';
import { isSame, suggestionsFor } from './suggestions.ts';

type SuggestedProjectsProps = {
  projects: readonly ProjectEntry[];
  value: ProjectsAndRole;
  onChange: (value: ProjectsAndRole) => void;
};

export function SuggestedProjects({ projects, value, onChange }: SuggestedProjectsProps) {
  const t = useT();
  return (
    <Row role="group" aria-label={t('pin.offered')} gap={1} align="stretch" wrap>
      {suggestionsFor(projects).map((one) => {
        const isChosen = isSame(one, value);
        const role = t(`role.${one.role}`);
        const names = t.list(projects.filter(({ id }) => one.projectIds.has(id)).map(({ title }) => title));
        return (
          <Button
            key={`${one.like} ${one.role}`}
            aria-pressed={isChosen}
            size="s"
            kind={isChosen ? 'brand' : 'default'}
            onPress={() => onChange(isChosen ? NO_PROJECTS : { projectIds: one.projectIds, role: one.role })}
          >
            {one.like === 'last' ? t('people.likeLast', { projects: names, role }) : inOneLine([names, role])}
          </Button>
        );
      })}
    </Row>
  );
}
