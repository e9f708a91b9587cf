// Custom fields of one pin: those of its category, plus any other field that has a value.
import { fieldsOfPin } from '@plumbline/core/features/fields/rules';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { FieldText } from '../../shared/site/field-text.tsx';
import { Box, Grid, Text } from '../../ui/layout/primitives.tsx';
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
    <Grid columns={2} gap="4 3" align="start" className="pin-fields">
      {shown.map((field) => {
        const value = pin.fields[field.id] ?? null;
        const wide = field.format.type === 'TEXT' || field.format.type === 'TAGS' || field.format.type === 'SLIDER';
        return (
          <Box
            key={field.id}
            shrink
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
          </Box>
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
