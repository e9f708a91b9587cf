// The picture of an issue: its newest photo, else the part of the plan around its pin, else the pin's mark.
import type { Issue } from '@plumbline/core/features/tasks/my-work';
import { toSheet } from '@plumbline/core/site/geometry/alignment';
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { useBlobUrl, useRow, useRowsBy } from '../../../local/use-rows.ts';
import { Box } from '../../../ui/layout/primitives.tsx';
import { Image } from '../../../ui/marks/image.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { photosOf } from '../../media/photos.ts';
import { Picture } from '../../media/picture.tsx';
import { useMediaUrl } from '../../media/use-media-url.ts';
import { NO_COLOUR } from '../no-colour.ts';
import './issue-picture.css';

type PinAppearance = Pick<Issue, 'categoryColour' | 'pinStatus'>;

/** The pin's mark on its own, or in the middle of the plan around it. */
function Mark({ categoryColour, pinStatus, size }: PinAppearance & { size: number }) {
  return <PinMark colour={categoryColour ?? NO_COLOUR} status={pinStatus} size={size} />;
}

/** The sheet is shifted so that the pin is in the middle of the box. */
function Crop({
  sources,
  x,
  y,
  appearance,
}: {
  sources: readonly string[];
  x: number;
  y: number;
  appearance: PinAppearance;
}) {
  const at = { '--x': `${-x * 100}%`, '--y': `${-y * 100}%` } as React.CSSProperties;
  return (
    <Box as="span" at={0} clip className="issue-crop" style={at}>
      <Image sources={sources} alt="" fallback="none" />
      <span className="issue-crop-pin">
        <Mark {...appearance} size={22} />
      </span>
    </Box>
  );
}

/** From links of the server. The place replaces a photo that cannot be loaded, and the mark a place that cannot. */
export function IssuePicture({ issue }: { issue: PinAppearance & Pick<Issue, 'thumb' | 'crop'> }) {
  const { thumb, crop } = issue;
  const place = crop && <Crop sources={[crop.picture]} x={crop.x} y={crop.y} appearance={issue} />;
  return (
    <span className="issue-picture" aria-hidden="true">
      <Mark {...issue} size={28} />
      {thumb !== null ? <Image sources={[thumb]} alt="" fallback={place ?? 'none'} /> : place}
    </span>
  );
}

type PlaceProps = { pin: PinRow; appearance: PinAppearance };

/** The part of the plan around a pin, from the rows of this device. */
function PlanCrop({ pin, appearance }: PlaceProps) {
  const plan = useRow('plan', pin.planId);
  const revision = useRow('revision', plan?.currentRevisionId);
  const here = useBlobUrl(revision?.previewBlobId);
  const linked = useMediaUrl(pin.projectId, revision && !here ? revision.previewBlobId : null, 'original');
  const source = here ?? linked;
  if (!revision || !source || pin.x === null || pin.y === null) return <Mark {...appearance} size={28} />;
  const { x, y } = revision.alignment ? toSheet(revision.alignment, { x: pin.x, y: pin.y }) : { x: pin.x, y: pin.y };
  return <Crop sources={[source]} x={x} y={y} appearance={appearance} />;
}

export const pinAppearance = (pin: PinRow, colour: Issue['categoryColour']): PinAppearance => ({
  categoryColour: colour,
  pinStatus: pin.status,
});

/** The newest photo of the task or of its pin, from the rows of this device. */
function useNewestPhoto(pinId: string, taskId: string): PostFile | undefined {
  const posts = useRowsBy('post', 'pinId', pinId) ?? [];
  const shown = posts.filter((post) => post.active && (post.taskId === null || post.taskId === taskId));
  return photosOf(shown)[0]?.file;
}

type LocalProps = PlaceProps & { taskId: string };

/** From the rows of this device. A photo that cannot be loaded, such as offline, is replaced by the place on the plan. */
export function LocalIssuePicture({ pin, taskId, appearance }: LocalProps) {
  const photo = useNewestPhoto(pin.id, taskId);
  const place = <PlanCrop pin={pin} appearance={appearance} />;
  return (
    <span className="issue-picture" aria-hidden="true">
      {photo ? <Picture projectId={pin.projectId} file={photo} size="thumb" alt="" fallback={place} /> : place}
    </span>
  );
}

type PinPictureProps = {
  pin: PinRow;
  /** The posts of the pin, as far as the reader sees them. */
  posts: readonly PostRow[];
  category: CategoryRow | undefined;
};

/** The picture of a pin in a list: its newest photo with its mark in the corner, else its place on the plan. */
export function PinPicture({ pin, posts, category }: PinPictureProps) {
  const photo = photosOf(posts.filter((post) => post.active))[0]?.file;
  const appearance = pinAppearance(pin, category?.colour ?? null);
  const place = <PlanCrop pin={pin} appearance={appearance} />;
  return (
    <span className="issue-picture" aria-hidden="true">
      {photo ? (
        <>
          <Picture projectId={pin.projectId} file={photo} size="thumb" alt="" fallback={place} />
          <span className="issue-picture-mark">
            <Mark {...appearance} size={22} />
          </span>
        </>
      ) : (
        place
      )}
    </span>
  );
}

/** Only the place. */
export function PlacePicture({ pin, appearance }: PlaceProps) {
  return (
    <span className="issue-picture" aria-hidden="true">
      <PlanCrop pin={pin} appearance={appearance} />
    </span>
  );
}
