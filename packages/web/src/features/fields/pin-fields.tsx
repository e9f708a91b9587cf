// Custom fields of one pin: those of its category, plus any other field that has a value.
import { fieldsOfPin } from '@plumbline/core/features/fields/rules';
import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { Grid, Row, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { FieldInput } from './field-input.tsx';
import { useFields } from './use-fields.ts';
import './fields.css';

type PinFieldsProps = {
  projectId: string;
  pin: PinRow;
  editable: boolean;
  onChange: (change: Record<string, FieldValue | null>) => void;
};

export function PinFields({ projectId, pin, editable, onChange }: PinFieldsProps) {
  const fields = fieldsOfPin(useFields(projectId), pin);
  const shown = editable ? fields : fields.filter((field) => pin.fields[field.id] !== undefined);
  if (shown.length === 0) return null;
  return (
    <Grid columns={2} rowGap={4} gap={3} align="start" className="pin-fields">
      {shown.map((field) => {
        const value = pin.fields[field.id] ?? null;
        const wide = field.format.type === 'TEXT' || field.format.type === 'TAGS' || field.format.type === 'SLIDER';
        return (
          <div
            key={field.id}
            className="pin-fields-one"
            data-type={field.format.type}
            data-wide={wide ? '' : undefined}
            data-time={field.format.type === 'DATE' && field.format.time ? '' : undefined}
          >
            {editable ? (
              <FieldInput field={field} value={value} onChange={(next) => onChange({ [field.id]: next })} />
            ) : (
              <ShownField field={field} value={value} />
            )}
          </div>
        );
      })}
    </Grid>
  );
}

function ShownField({ field, value }: { field: FieldRow; value: FieldValue | null }) {
  return (
    <div className="pin-field">
      <span className="ui-label">{field.title}</span>
      <Text as="p" breaks lines className="ui-figures">
        <FieldText field={field} value={value} />
      </Text>
    </div>
  );
}

/** A value formatted for lists and read-only views. */
export function FieldText({ field, value }: { field: Pick<FieldRow, 'format'>; value: FieldValue | null | undefined }) {
  const t = useT();
  if (!Array.isArray(value)) return showValue(field.format, value, t.locale);
  return (
    <Row as="span" gap={1} align="stretch" wrap>
      {value.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </Row>
  );
}
