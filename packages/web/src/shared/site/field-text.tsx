// The value of a custom field as text. Apart from the field's input, which lists do not need.
import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import { Row } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';

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
