// The basics of a pin: its summary, photos, category, notes, tags, ratings and custom fields, and on demand the rest.

import { toSheet } from '@plumbline/core/site/geometry/alignment';
import { nearestRooms } from '@plumbline/core/site/rooms';
import type { PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { MAX_ROOM_NAME } from '@plumbline/core/site/rows/plans';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { ActionInput } from '@plumbline/core/sync/registry';
import { useMemo } from 'react';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { photosOf } from '../../../shared/media/photos.ts';
import { Picture } from '../../../shared/media/picture.tsx';
import type { People } from '../../../shared/site/people.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { TagsField } from '../../../ui/fields/tags-field.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PinRecords } from '../../datasets/pin-records.tsx';
import { PinFields } from '../../fields/pin-fields.tsx';
import { RatingInput } from '../rating-input.tsx';
import { levelWords, scaleTitle } from '../rating-labels.ts';
import { InlineText } from './inline-text.tsx';
import { PinDetails } from './pin-details.tsx';
import { PinSummary } from './pin-summary.tsx';
import './pin-panel.css';

const MAX_OFFERED_ROOMS = 4;

export type PinBasicsProps = {
  projectId: string;
  pin: PinRow;
  tasks: readonly TaskRow[];
  posts: readonly PostRow[];
  people: People;
  today: string;
  editable: boolean;
  onShowPhotos: () => void;
};

const NO_CATEGORY = 'none';

export function PinBasics(props: PinBasicsProps) {
  const { projectId, pin, tasks, posts, people, today, editable, onShowPhotos } = props;
  const t = useT();
  const act = useAct(projectId);
  const set = (change: ActionInput<'pin.update'>['set']) => void act('pin.update', { id: pin.id, set: change });
  return (
    <Stack fluid gap={5} justify="start">
      <PinSummary pin={pin} tasks={tasks} people={people} today={today} />
      <PhotoStrip projectId={projectId} posts={posts} onShow={onShowPhotos} />
      <CategoryOfPin
        projectId={projectId}
        pin={pin}
        editable={editable}
        onChange={(categoryId) => set({ categoryId })}
      />
      <RoomOfPin pin={pin} editable={editable} onChange={(room) => set({ room })} />
      <div className="pin-field">
        <span className="ui-label">{t('pin.notes')}</span>
        {editable ? (
          <InlineText
            label={t('pin.notes')}
            placeholder={t('pin.notesPlaceholder')}
            value={pin.notes}
            maxLength={10_000}
            multiline
            onSave={(notes) => set({ notes })}
          />
        ) : (
          <Text as="p" breaks lines>
            {pin.notes || t('pin.noNotes')}
          </Text>
        )}
      </div>
      <TagsOfPin projectId={projectId} pin={pin} editable={editable} onChange={(tags) => set({ tags })} />
      <Ratings projectId={projectId} pin={pin} editable={editable} onChange={(ratings) => set({ ratings })} />
      <PinFields projectId={projectId} pin={pin} editable={editable} onChange={(fields) => set({ fields })} />
      {pin.records.length > 0 && <PinRecords projectId={projectId} pin={pin} editable={editable} />}
      <PinDetails projectId={projectId} pin={pin} people={people} editable={editable} onChange={set} />
    </Stack>
  );
}

const MAX_STRIP_PHOTOS = 4;

function PhotoStrip({
  projectId,
  posts,
  onShow,
}: {
  projectId: string;
  posts: readonly PostRow[];
  onShow: () => void;
}) {
  const t = useT();
  const photos = photosOf(posts.filter((post) => post.active)).map(({ file }) => file);
  if (photos.length === 0) return null;
  return (
    <button
      type="button"
      className="pin-strip"
      data-count={Math.min(MAX_STRIP_PHOTOS, photos.length)}
      aria-label={t('pin.showAllPhotos', { count: photos.length })}
      onClick={onShow}
    >
      {photos.slice(0, MAX_STRIP_PHOTOS).map((file, index) => (
        <Box as="span" key={file.blobId} anchor corner="m" surface="sunken" clip className="pin-strip-photo">
          <Picture projectId={projectId} file={file} size="thumb" alt="" />
          {index === MAX_STRIP_PHOTOS - 1 && photos.length > MAX_STRIP_PHOTOS && (
            <Stack as="span" gap={0} center size="l" weight="strong" at={0} className="pin-strip-more">
              +{photos.length - MAX_STRIP_PHOTOS}
            </Stack>
          )}
        </Box>
      ))}
    </button>
  );
}

type PartProps<Value> = { projectId: string; pin: PinRow; editable: boolean; onChange: (value: Value) => void };

function CategoryOfPin({ projectId, pin, editable, onChange }: PartProps<string | null>) {
  const t = useT();
  const categories = useRowsBy('category', 'projectId', projectId) ?? [];
  const own = categories.find((category) => category.id === pin.categoryId);
  if (!editable) {
    return (
      <div className="pin-field">
        <span className="ui-label">{t('pin.category')}</span>
        <Text as="p" breaks lines>
          {own ? <Tag colour={own.colour}>{own.title}</Tag> : t('pin.noCategory')}
        </Text>
      </div>
    );
  }
  const offered = categories
    .filter((category) => category.active || category.id === pin.categoryId)
    .toSorted((a, b) => a.sort - b.sort || a.title.localeCompare(b.title, t.locale));
  return (
    <Select
      label={t('pin.category')}
      value={pin.categoryId ?? NO_CATEGORY}
      onChange={(id) => onChange(id === NO_CATEGORY ? null : id)}
      choices={[
        { id: NO_CATEGORY, label: t('pin.noCategory') },
        ...offered.map((one) => ({ id: one.id, label: one.title, mark: <PinMark colour={one.colour} size={20} /> })),
      ]}
    />
  );
}

/** Proposed from the position; the other rooms on the sheet are offered where it is empty. */
function RoomOfPin({ pin, editable, onChange }: Omit<PartProps<string>, 'projectId'>) {
  const t = useT();
  const plan = useRow('plan', pin.planId);
  const revision = useRow('revision', plan?.currentRevisionId);
  const { room, x, y } = pin;
  if (!editable && !room) return null;
  const at = revision?.alignment && x !== null && y !== null ? toSheet(revision.alignment, { x, y }) : undefined;
  return (
    <div className="pin-field">
      <span className="ui-label">{t('pin.room')}</span>
      {editable ? (
        <InlineText
          label={t('pin.room')}
          placeholder={t('pin.noRoom')}
          value={room}
          maxLength={MAX_ROOM_NAME}
          offered={revision && at ? nearestRooms(revision, at, MAX_OFFERED_ROOMS) : []}
          onSave={onChange}
        />
      ) : (
        <Text as="p" breaks>
          {room}
        </Text>
      )}
    </div>
  );
}

function TagsOfPin({ projectId, pin, editable, onChange }: PartProps<string[]>) {
  const t = useT();
  const pins = useRowsBy('pin', 'projectId', editable ? projectId : null);
  const known = useMemo(() => [...new Set(pins?.flatMap((one) => one.tags) ?? [])].sort(), [pins]);
  if (editable) {
    return <TagsField label={t('pin.tags')} tags={pin.tags} known={known} onChange={onChange} />;
  }
  if (pin.tags.length === 0) return null;
  return (
    <div className="pin-field">
      <span className="ui-label">{t('pin.tags')}</span>
      <Row gap={1} align="stretch" wrap>
        {pin.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </Row>
    </div>
  );
}

function Ratings({ projectId, pin, editable, onChange }: PartProps<Record<string, number>>) {
  const t = useT();
  const scales = useRow('project', projectId)?.ratings ?? [];
  const shown = editable ? scales : scales.filter((scale) => pin.ratings[scale.id] !== undefined);
  return shown.map((scale) => {
    const level = pin.ratings[scale.id] ?? 0;
    if (editable) {
      return <RatingInput key={scale.id} scale={scale} level={level} onChange={(to) => onChange({ [scale.id]: to })} />;
    }
    return (
      <div key={scale.id} className="pin-field">
        <span className="ui-label">
          {scaleTitle(t, scale)}
          {level > 0 && <span className="ui-label-optional">{levelWords(t, scale, level)}</span>}
        </span>
        <Text as="p" breaks lines className="ui-figures">
          {level} / {scale.levels.length}
        </Text>
      </div>
    );
  });
}
