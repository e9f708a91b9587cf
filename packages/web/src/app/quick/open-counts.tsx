// How many pins and tasks are open, as two small badges with labels for screen readers.
import { IconMark, PinIcon, TaskIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export function OpenCounts({ pins, tasks }: { pins: number; tasks: number }) {
  const t = useT();
  return (
    <>
      <Row as="span" inline gap={1} className="quick-count ui-figures">
        <IconMark icon={PinIcon} />
        <span aria-hidden="true">{pins}</span>
        <span className="ui-hidden">{t('quick.openPins', { count: pins })}</span>
      </Row>
      <Row as="span" inline gap={1} className="quick-count ui-figures">
        <IconMark icon={TaskIcon} />
        <span aria-hidden="true">{tasks}</span>
        <span className="ui-hidden">{t('quick.openTasks', { count: tasks })}</span>
      </Row>
    </>
  );
}
