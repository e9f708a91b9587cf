// What an entry of the activity feed is about, as pictures: its own photos, else those of its pins; and their plans.
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import { useIsPartial, useRow, useRowsBy } from '../../local/use-rows.ts';
import { isPhoto } from '../../shared/media/photos.ts';
import { Picture } from '../../shared/media/picture.tsx';
import { PinPicture } from '../../shared/site/pins/issue-picture.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { issueHref } from './activity-groups.ts';

const MAX_PICTURES = 4;

type ActivityPicturesProps = {
  projectId: string;
  group: readonly ActivityEntry[];
  /** The entries of the group whose pins are shown. */
  shown: readonly ActivityEntry[];
  onOpen: (position: number) => void;
};

export function ActivityPictures({ projectId, group, shown, onOpen }: ActivityPicturesProps) {
  const photos = (group[0]?.files ?? []).filter(isPhoto).slice(0, MAX_PICTURES);
  const plans = new Set(shown.flatMap(({ pin }) => pin?.planId ?? []));
  if (photos.length === 0 && shown.length === 0) return null;
  return (
    <Row gap={2} wrap className="dashboard-photos">
      {photos.map((file) => (
        <span key={file.blobId} className="dashboard-photo">
          <Picture projectId={projectId} file={file} size="thumb" alt={group[0]?.text || file.name} />
        </span>
      ))}
      {photos.length === 0 &&
        shown.slice(0, MAX_PICTURES).map((entry) => <PinLink key={entry.position} {...{ projectId, entry, onOpen }} />)}
      {[...plans].map((planId) => (
        <PlanName key={planId} projectId={projectId} planId={planId} />
      ))}
    </Row>
  );
}

type PinLinkProps = Pick<ActivityPicturesProps, 'projectId' | 'onOpen'> & { entry: ActivityEntry };

/** The picture of a pin. Its link is in the sentence, too, so that assistive technology skips this one. */
function PinLink({ projectId, entry, onOpen }: PinLinkProps) {
  const pins = useRowsBy('pin', 'id', entry.pin?.id);
  const [pin] = pins ?? [];
  const posts = useRowsBy('post', 'pinId', pin?.id);
  const category = useRow('category', pin?.categoryId);
  const isPart = useIsPartial(projectId);
  // Not on this device. While the project is being read, its place is kept.
  if (pins && !pin && !isPart) return null;
  return (
    <span aria-hidden="true">
      <a href={issueHref(projectId, entry)} tabIndex={-1} onClick={() => onOpen(entry.position)}>
        {pin && posts ? <PinPicture pin={pin} posts={posts} category={category} /> : <span className="issue-picture" />}
      </a>
    </span>
  );
}

function PlanName({ projectId, planId }: { projectId: string; planId: string }) {
  const plan = useRow('plan', planId);
  const isPart = useIsPartial(projectId);
  return (
    (plan || isPart) && (
      <Text size="s" ink={3}>
        {plan?.name ?? '\u00a0'}
      </Text>
    )
  );
}
