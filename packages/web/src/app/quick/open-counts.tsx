// How many pins and tasks are open, as two small badges with labels for screen readers.
import { IconMark, PinIcon, TaskIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

export function OpenCounts({ pins, tasks }: { pins: number; tasks: number }) {
  const t = useT();
  return (
    <>
      <span className="quick-count ui-figures">
        <IconMark icon={PinIcon} />
        <span aria-hidden="true">{pins}</span>
        <span className="ui-hidden">{t('quick.openPins', { count: pins })}</span>
      </span>
      <span className="quick-count ui-figures">
        <IconMark icon={TaskIcon} />
        <span aria-hidden="true">{tasks}</span>
        <span className="ui-hidden">{t('quick.openTasks', { count: tasks })}</span>
      </span>
    </>
  );
}
