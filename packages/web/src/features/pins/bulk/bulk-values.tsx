// Ratings and custom fields to set on the selected pins, added one by one; one added without a value is cleared.
import type { FieldValue } from '@plumbline/core/site/rows/fields';
import type { ReactNode } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { AddIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { FieldInput } from '../../fields/field-input.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { RatingInput } from '../rating-input.tsx';
import { scaleTitle } from '../rating-labels.ts';

export type BulkValuesProps = {
  projectId: string;
  /** By rating scale id; 0 clears the level. */
  ratings: Record<string, number>;
  /** By field id; null clears the value. */
  fields: Record<string, FieldValue | null>;
  onChange: (part: Partial<Pick<BulkValuesProps, 'ratings' | 'fields'>>) => void;
};

export function BulkValues({ projectId, ratings, fields, onChange }: BulkValuesProps) {
  const t = useT();
  const scales = useRow('project', projectId)?.ratings ?? [];
  const all = useFields(projectId).filter((field) => field.active);
  const rated = scales.filter(({ id }) => Object.hasOwn(ratings, id));
  const filled = all.filter(({ id }) => Object.hasOwn(fields, id));
  const groups = [
    {
      id: 'ratings',
      heading: t('pin.ratings'),
      entries: scales
        .filter((scale) => !rated.includes(scale))
        .map((scale) => ({
          id: scale.id,
          label: scaleTitle(t, scale),
          onAction: () => onChange({ ratings: { ...ratings, [scale.id]: 0 } }),
        })),
    },
    {
      id: 'fields',
      heading: t('pin.field.fields'),
      entries: all
        .filter((field) => !filled.includes(field))
        .map((field) => ({
          id: field.id,
          label: field.title,
          onAction: () => onChange({ fields: { ...fields, [field.id]: null } }),
        })),
    },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <>
      {rated.map((scale) => {
        const { [scale.id]: level = 0, ...others } = ratings;
        return (
          <BulkValue key={scale.id} title={scaleTitle(t, scale)} onLeave={() => onChange({ ratings: others })}>
            <RatingInput
              scale={scale}
              level={level}
              onChange={(to) => onChange({ ratings: { ...ratings, [scale.id]: to } })}
            />
          </BulkValue>
        );
      })}
      {filled.map((field) => {
        const { [field.id]: value = null, ...others } = fields;
        return (
          <BulkValue key={field.id} title={field.title} onLeave={() => onChange({ fields: others })}>
            <FieldInput
              field={field}
              value={value}
              help={value === null ? t('pin.bulk.empties') : undefined}
              onChange={(next) => onChange({ fields: { ...fields, [field.id]: next } })}
            />
          </BulkValue>
        );
      })}
      {groups.length > 0 && (
        <div>
          <Menu
            label={t('pin.bulk.addField')}
            placement="bottom start"
            trigger={<Button icon={AddIcon}>{t('pin.bulk.addField')}</Button>}
            groups={groups}
          />
        </div>
      )}
    </>
  );
}

function BulkValue({ title, onLeave, children }: { title: string; onLeave: () => void; children: ReactNode }) {
  const t = useT();
  return (
    <Grid columns="rest auto" align="start" className="bulk-field">
      {children}
      <IconButton icon={CloseIcon} label={t('pin.bulk.leaveField', { title })} onPress={onLeave} />
    </Grid>
  );
}
