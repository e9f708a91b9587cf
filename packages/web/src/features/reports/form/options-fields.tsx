// How a built-in template shows the pins: order, grouping, photo size and sections.
import {
  PHOTO_SIZES,
  PIN_GROUPINGS,
  PIN_ORDERS,
  REPORT_SECTIONS,
  type ReportOptions,
  type ReportSection,
} from '@plumbline/core/features/reports/options';
import type { TextKey } from '@plumbline/locales/keys';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

const GROUP_LABELS = {
  none: 'report.options.group.none',
  plan: 'pin.plan',
  category: 'pin.category',
} as const satisfies Record<ReportOptions['group'], TextKey>;

const SECTION_LABELS = {
  figures: 'report.options.section.figures',
  planCrop: 'report.options.section.planCrop',
  tasks: 'task.list',
  comments: 'task.comments',
} as const satisfies Record<ReportSection, TextKey>;

type OptionsFieldsProps = { value: ReportOptions; onChange: (value: ReportOptions) => void };

export function OptionsFields({ value, onChange }: OptionsFieldsProps) {
  const t = useT();
  const set = (change: Partial<ReportOptions>) => onChange({ ...value, ...change });
  const show = (section: ReportSection, isShown: boolean) =>
    set({ without: REPORT_SECTIONS.filter((one) => (one === section ? !isShown : value.without.includes(one))) });
  return (
    <>
      <Grid columns="fit" min={240} gap={4}>
        <Select
          label={t('report.options.order')}
          value={value.order}
          onChange={(id) => set({ order: PIN_ORDERS.find((one) => one === id) ?? value.order })}
          choices={PIN_ORDERS.map((id) => ({ id, label: t(`report.options.order.${id}`) }))}
        />
        <Select
          label={t('report.options.group')}
          value={value.group}
          onChange={(id) => set({ group: PIN_GROUPINGS.find((one) => one === id) ?? value.group })}
          choices={PIN_GROUPINGS.map((id) => ({ id, label: t(GROUP_LABELS[id]) }))}
        />
        <Select
          label={t('report.options.photos')}
          value={value.photos}
          onChange={(id) => set({ photos: PHOTO_SIZES.find((one) => one === id) ?? value.photos })}
          choices={PHOTO_SIZES.map((id) => ({ id, label: t(`report.options.photos.${id}`) }))}
        />
      </Grid>
      <Stack fluid role="group" aria-label={t('report.options.sections')}>
        <span className="ui-label">{t('report.options.sections')}</span>
        <Row gap={4} rowGap={2} wrap>
          {REPORT_SECTIONS.map((section) => (
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
    </>
  );
}
