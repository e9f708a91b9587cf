// Chooses the pins (in order) or tasks of a report, then its form.
import { useState } from 'react';
import type { ReportDialogProps } from '../../shared/site/report-dialog.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { ChoosePins } from './form/choose-pins.tsx';
import { ChooseTasks } from './form/choose-tasks.tsx';
import { ReportForm } from './form/report-form.tsx';
import './reports.css';

export function ReportDialog({ projectId, pinIds: given, taskIds: givenTasks, onClose, onMade }: ReportDialogProps) {
  const t = useT();
  const [pinIds, setPinIds] = useState<readonly string[]>(given ?? []);
  const [taskIds, setTaskIds] = useState<readonly string[]>(givenTasks ?? []);
  const [source, setSource] = useState<Source>(givenTasks === undefined ? 'pins' : 'tasks');
  const free = given === undefined && givenTasks === undefined;
  const [choosing, setChoosing] = useState(free);
  const count = source === 'pins' ? pinIds.length : taskIds.length;
  if (choosing) {
    return (
      <Dialog
        title={t(source === 'pins' ? 'report.choosePins' : 'report.chooseTasks')}
        detail={
          count === 0
            ? t(source === 'pins' ? 'report.needPin' : 'report.needTask')
            : t(source === 'pins' ? 'report.chooseText' : 'report.chooseTasksText')
        }
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onPress={onClose}>{t('ui.cancel')}</Button>
            <Button kind="next" isDisabled={count === 0} onPress={() => setChoosing(false)}>
              {count === 0 ? t('report.goOn') : t(source === 'pins' ? 'report.next' : 'report.nextTasks', { count })}
            </Button>
          </>
        }
      >
        <div className="report-source">
          <SegmentedControl
            label={t('report.source')}
            value={source}
            onChange={setSource}
            segments={[
              { id: 'pins', label: t('report.source.pins') },
              { id: 'tasks', label: t('report.source.tasks') },
            ]}
          />
        </div>
        {source === 'pins' ? (
          <ChoosePins projectId={projectId} value={pinIds} onChange={setPinIds} />
        ) : (
          <ChooseTasks projectId={projectId} value={taskIds} onChange={setTaskIds} />
        )}
      </Dialog>
    );
  }
  return (
    <ReportForm
      projectId={projectId}
      pinIds={source === 'pins' ? pinIds : []}
      taskIds={source === 'tasks' ? taskIds : []}
      onPins={setPinIds}
      onBack={free ? () => setChoosing(true) : undefined}
      onClose={onClose}
      onMade={onMade}
    />
  );
}

type Source = 'pins' | 'tasks';
