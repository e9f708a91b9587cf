// Where a task is: the part of the plan around its pin, which opens the plan, and the newest photos of the pin.

import type { Actor } from '@plumbline/core/site/actor';
import type { PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRow } from '../../../local/use-rows.ts';
import { visualsOf } from '../../../shared/media/photos.ts';
import type { People } from '../../../shared/site/people.ts';
import { PlacePicture, pinAppearance } from '../../../shared/site/pins/issue-picture.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PhotoGrid } from '../../media/photo-grid.tsx';

const MAX_PHOTOS = 3;

type TaskLocationProps = {
  pin: PinRow;
  posts: readonly PostRow[] | undefined;
  /** The URL of the pin; omitted inside the pin itself. */
  href: string | undefined;
  actor: Actor | undefined;
  people: People;
};

export function TaskLocation({ pin, posts = [], href, actor, people }: TaskLocationProps) {
  const t = useT();
  const category = useRow('category', pin.categoryId);
  const plan = useRow('plan', pin.planId);
  const photos = visualsOf(posts.filter((post) => post.active && post.taskId === null)).slice(0, MAX_PHOTOS);
  const number = pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number });
  return (
    <Stack gap={3}>
      {href !== undefined && (
        <Row as="a" gap={3} href={href} plain pad={2} corner="m" className="task-pin ui-pressable">
          <PlacePicture pin={pin} appearance={pinAppearance(pin, category?.colour ?? null)} />
          <Stack as="span" gap={0.5} shrink grow>
            <Text clamp weight="medium" dir="auto">
              {pin.title || t('pin.untitled')}
            </Text>
            <Text size="s" ink={2} clamp>
              {inOneLine([number, category?.title, plan?.name, pin.room])}
            </Text>
          </Stack>
        </Row>
      )}
      {photos.length > 0 && <PhotoGrid projectId={pin.projectId} photos={photos} actor={actor} people={people} />}
    </Stack>
  );
}
