// Background components mounted next to every screen; loaded once the first screen is shown.
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PushPrompt } from '../features/notifications/push-prompt.tsx';
import { QueuedReports } from '../features/reports/queued/queued-reports.tsx';
import { isId } from '../shared/navigation/addresses.ts';
import { noteOpened } from '../shared/session/recent.ts';
import { useUser } from '../shared/session/session.tsx';
import { later } from '../ui/later.tsx';
import { onStartTour } from './onboarding/start-tour.ts';
import { markTourSeen, shouldOfferTour } from './onboarding/toured.ts';

const Tour = later(() => import('./onboarding/tour.tsx').then((its) => its.Tour));

/** Push notifications require a service worker. */
const supportsPush = 'serviceWorker' in navigator;

function useVisits(): void {
  const { userId } = useUser();
  const { projectId, planId } = useParams({ strict: false }) as { projectId?: string; planId?: string };
  useEffect(() => {
    if (isId(projectId)) noteOpened('projects', userId, projectId ?? '');
  }, [projectId, userId]);
  useEffect(() => {
    if (isId(planId)) noteOpened('plans', userId, planId ?? '');
  }, [planId, userId]);
}

/** `offering`: whether this screen may show what nobody asked for. */
export function BackgroundTasks({ offering }: { offering: boolean }) {
  const { userId, byToken } = useUser();
  useVisits();
  const [touring, tour] = useState(() => !byToken && shouldOfferTour(userId));
  useEffect(() => onStartTour(() => tour(true)), []);
  if (touring) {
    const end = () => {
      markTourSeen(userId);
      tour(false);
    };
    return <Tour onEnd={end} />;
  }
  return (
    <>
      <QueuedReports />
      {supportsPush && <PushPrompt offering={offering} />}
    </>
  );
}
