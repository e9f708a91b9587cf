// The tour for first-time users: four pictures, with different sets for phones and desktops. Can be closed at any step.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { FindPicture, LinePicture, PinPicture, PlansPicture, TaskPicture, ThumbPicture } from './pictures.tsx';
import './tour.css';

const DESKTOP_STEPS = ['plans', 'pin', 'task', 'find'] as const;
const PHONE_STEPS = ['thumb', 'press', 'task', 'line'] as const;
type Step = (typeof DESKTOP_STEPS)[number] | (typeof PHONE_STEPS)[number];

const PICTURES: Record<Step, () => ReactNode> = {
  plans: PlansPicture,
  pin: PinPicture,
  task: TaskPicture,
  find: FindPicture,
  thumb: ThumbPicture,
  press: PinPicture,
  line: LinePicture,
};

export function Tour({ onEnd }: { onEnd: () => void }) {
  const t = useT();
  const steps: readonly Step[] = useMedia(PHONE) ? PHONE_STEPS : DESKTOP_STEPS;
  const [at, go] = useState(0);
  const step = steps[Math.min(at, steps.length - 1)] ?? 'plans';
  const Picture = PICTURES[step];
  const words = useRef<HTMLDivElement>(null);
  const turned = useRef(false);
  // Each new page is read out from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what turns the page
  useEffect(() => {
    if (turned.current) words.current?.focus();
  }, [step]);
  const turn = (to: number) => {
    turned.current = true;
    go(to);
  };
  const last = at >= steps.length - 1;
  return (
    <Dialog
      title={t('tour.title')}
      detail={t('tour.step', { step: at + 1, steps: steps.length })}
      size="small"
      isOpen
      onClose={onEnd}
      actionsStart={
        !last && (
          <Button kind="quiet" onPress={onEnd}>
            {t('tour.skip')}
          </Button>
        )
      }
      actions={
        <>
          {at > 0 && <Button onPress={() => turn(at - 1)}>{t('tour.back')}</Button>}
          <Button kind="next" autoFocus onPress={() => (last ? onEnd() : turn(at + 1))}>
            {t(last ? 'tour.begin' : 'tour.next')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <div className="tour-picture" aria-hidden="true">
          <Picture />
        </div>
        <div className="tour-words" ref={words} tabIndex={-1}>
          <h3>{t(`tour.${step}`)}</h3>
          <Text as="p" ink={2}>
            {t(`tour.${step}Text`)}
          </Text>
        </div>
        <Row as="ol" className="tour-dots" justify="center" align="stretch" aria-hidden="true">
          {steps.map((one) => (
            <li key={one} data-on={one === step ? '' : undefined} />
          ))}
        </Row>
      </Stack>
    </Dialog>
  );
}
