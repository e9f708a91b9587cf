// A pin beside a list that is not one of its project.
import { useNavigate } from '@tanstack/react-router';
import { useProject, useRow } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { pinAddress } from '../../shared/navigation/addresses.ts';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { useT } from '../../ui/translation.tsx';
import type { PinBesideProps } from '../tasks/issue/issue-beside.tsx';
import { PinPanel } from './panel/pin-panel.tsx';

export function PinBeside(props: PinBesideProps) {
  const t = useT();
  const navigate = useNavigate();
  const project = useProject(props.projectId);
  const pin = useRow('pin', props.pinId);
  if (project.state === 'failed') return <ErrorView failure={shownFailure(t, project.error)} />;
  const show = pin?.planId ? () => void navigate({ href: pinAddress(pin) }) : undefined;
  return <PinPanel {...props} onShowOnPlan={show} />;
}
