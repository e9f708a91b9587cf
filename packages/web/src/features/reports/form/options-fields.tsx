// How a template shows the pins: only the options that it follows.
import {
  CROP_SCALES,
  EXTRA_SECTIONS,
  type ExtraSection,
  MAX_NEXT_ORDERS,
  type OptionName,
  optionsOf,
  ordersOf,
  PAPER_SIZES,
  PHOTO_SIZES,
  PHOTOS_PER_PAGE,
  PIN_GROUPINGS,
  PIN_ORDERS,
  type PinOrder,
  REPORT_SECTIONS,
  type ReportOptions,
  type ReportSection,
} from '@plumbline/core/features/reports/options';
import type { TextKey } from '@plumbline/locales/keys';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { Signers, type Signing } from './signers.tsx';

const GROUP_LABELS = {
  none: 'report.options.group.none',
  plan: 'pin.plan',
  room: 'pin.room',
  category: 'pin.category',
  company: 'task.company',
  status: 'pin.status',
} as const satisfies Record<ReportOptions['group'], TextKey>;

const ORDER_LABELS = {
  chosen: 'report.options.order.chosen',
  number: 'pin.number',
  title: 'pin.title',
  plan: 'pin.plan',
  room: 'pin.room',
  category: 'pin.category',
  company: 'task.company',
  status: 'pin.status',
  due: 'task.dueDate',
  newest: 'report.options.order.newest',
} as const satisfies Record<PinOrder, TextKey>;

const SECTION_LABELS = {
  figures: 'report.options.section.figures',
  planCrop: 'report.options.section.planCrop',
  tasks: 'task.list',
  comments: 'task.comments',
} as const satisfies Record<ReportSection, TextKey>;

type OptionsFieldsProps = {
  templateId: string;
  value: ReportOptions;
  onChange: (value: ReportOptions) => void;
  signing?: Signing | undefined;
};

export function OptionsFields({ templateId, value, onChange, signing }: OptionsFieldsProps) {
  const t = useT();
  const followed = optionsOf(templateId);
  const set = (change: Partial<ReportOptions>) => onChange({ ...value, ...change });
  const show = (section: ReportSection, isShown: boolean) =>
    set({ without: REPORT_SECTIONS.filter((one) => (one === section ? !isShown : value.without.includes(one))) });
  const add = (section: ExtraSection, isShown: boolean) =>
    set({ extra: EXTRA_SECTIONS.filter((one) => (one === section ? isShown : value.extra.includes(one))) });
  const isFollowed = (name: OptionName) => followed.has(name);
  const select = <T extends string>(name: OptionName, props: ChoiceProps<T>) =>
    isFollowed(name) && <Choice key={name} {...props} />;
  return (
    <>
      <Grid columns="fit" min={240} gap={4}>
        {isFollowed('order') && <Orders value={value} onChange={set} />}
        {select('group', {
          label: t('report.options.group'),
          value: value.group,
          all: PIN_GROUPINGS,
          textOf: (id) => t(GROUP_LABELS[id]),
          onChange: (group) => set({ group }),
        })}
        {select('photos', {
          label: t('report.options.photos'),
          value: value.photos,
          all: PHOTO_SIZES,
          textOf: (id) =>
            isPerPage(id)
              ? t('report.options.photos.perPage', { count: PHOTOS_PER_PAGE[id] })
              : t(`report.options.photos.${id}`),
          onChange: (photos) => set({ photos }),
        })}
        {select('crop', {
          label: t('report.options.crop'),
          value: value.crop,
          all: CROP_SCALES,
          textOf: (id) => t(`report.options.crop.${id}`),
          onChange: (crop) => set({ crop }),
        })}
        {select('paper', {
          label: t('report.options.paper'),
          value: value.paper,
          all: PAPER_SIZES,
          textOf: (id) => t(`report.options.paper.${id}`),
          onChange: (paper) => set({ paper }),
        })}
      </Grid>
      {[...REPORT_SECTIONS, ...EXTRA_SECTIONS].some(isFollowed) && (
        <Stack fluid role="group" aria-label={t('report.options.sections')}>
          <span className="ui-label">{t('report.options.sections')}</span>
          <Row gap="2 4" wrap>
            {EXTRA_SECTIONS.filter(isFollowed).map((section) => (
              <Checkbox
                key={section}
                isSelected={value.extra.includes(section)}
                onChange={(isShown) => add(section, isShown)}
              >
                {t(`report.options.extra.${section}`)}
              </Checkbox>
            ))}
            {REPORT_SECTIONS.filter(isFollowed).map((section) => (
              <Checkbox
                key={section}
                isSelected={!value.without.includes(section)}
                onChange={(isShown) => show(section, isShown)}
              >
                {t(SECTION_LABELS[section])}
              </Checkbox>
            ))}
          </Row>
        </Stack>
      )}
      {isFollowed('signers') && (
        <Signers value={value.signers} onChange={(signers) => set({ signers })} signing={signing} />
      )}
    </>
  );
}

type PerPage = keyof typeof PHOTOS_PER_PAGE;
const isPerPage = (size: ReportOptions['photos']): size is PerPage => Object.hasOwn(PHOTOS_PER_PAGE, size);

type OrdersProps = Pick<OptionsFieldsProps, 'value'> & {
  onChange: (change: Pick<ReportOptions, 'order' | 'thenBy'>) => void;
};

/** The order of the pins; each further one is offered once the one before is chosen. */
function Orders({ value, onChange }: OrdersProps) {
  const t = useT();
  const orders = ordersOf(value);
  const shown = [...orders, 'chosen' as const].slice(0, 1 + MAX_NEXT_ORDERS);
  return shown.map((order, at) => (
    <Choice
      // biome-ignore lint/suspicious/noArrayIndexKey: each is the select at its place.
      key={at}
      label={t(at === 0 ? 'report.options.order' : 'report.options.thenBy')}
      value={order}
      all={PIN_ORDERS.filter((one) => one === order || !orders.slice(0, at).includes(one))}
      textOf={(id) => t(ORDER_LABELS[id])}
      onChange={(id) => {
        const [first = 'chosen', ...thenBy] = [...orders.slice(0, at), id, ...orders.slice(at + 1)];
        onChange({ order: first, thenBy: ordersOf({ order: first, thenBy }).slice(1) });
      }}
    />
  ));
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  all: readonly T[];
  textOf: (id: T) => string;
  onChange: (id: T) => void;
};

function Choice<T extends string>({ label, value, all, textOf, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      value={value}
      onChange={(id) => onChange(all.find((one) => one === id) ?? value)}
      choices={all.map((id) => ({ id, label: textOf(id) }))}
    />
  );
}
