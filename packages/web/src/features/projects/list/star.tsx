// The star of a project: the current user's favourite.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { IconToggle } from '../../../ui/actions/icon-button.tsx';
import { DeviceIcon, FavouriteIcon, IconMark } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

type StarProps = { project: ProjectEntry; onStar: (project: ProjectEntry, favourite: boolean) => void };

export function Star({ project, onStar }: StarProps) {
  const t = useT();
  // Only members of a project can mark it as a favourite.
  if (project.role === null) return null;
  return (
    <span className="project-star" data-on={project.favourite ? '' : undefined}>
      <IconToggle
        icon={FavouriteIcon}
        label={t(project.favourite ? 'project.unstar' : 'project.star', { title: project.title })}
        size="s"
        isSelected={project.favourite}
        onChange={(favourite) => onStar(project, favourite)}
      />
    </span>
  );
}

/** Shows that the project is stored completely on this device. */
export function OfflineMark() {
  const t = useT();
  return (
    <Row as="span" inline gap={1} fixed size="xs" ink={3} nowrap icons="small" title={t('project.heldText')}>
      <IconMark icon={DeviceIcon} />
      <span>{t('project.held')}</span>
    </Row>
  );
}
