// Sets the scale of a plan or of a region on it: from the length between two points, or from the scale printed on the sheet.
import {
  type GroundSize,
  LENGTH_UNITS,
  type LengthUnit,
  sizeByLength,
  sizeByScale,
  UNIT_METRES,
} from '@plumbline/core/features/maps/measure';
import type { PlanPoint, SheetSize } from '@plumbline/core/site/geometry/alignment';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Select } from '../../../../ui/choices/select.tsx';
import { NumberField } from '../../../../ui/fields/number-field.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { MeasureIcon } from '../../../../ui/icons.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';

export type ScaleDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** On the sheet; undefined until two points were chosen. */
  between: readonly [PlanPoint, PlanPoint] | undefined;
  sheet: SheetSize;
  /** The name of the region whose scale is set; undefined for the scale of the plan. */
  name: string | undefined;
  onName: ((name: string) => void) | undefined;
  /** The current scale, as the N in 1 : N. */
  present: number | undefined;
  /** Scales printed on the sheet, most likely first. */
  written: readonly number[];
  onPoint: () => void;
  /** The real size of the whole sheet at this scale; null for none. */
  onSet: (size: GroundSize | null) => Promise<boolean>;
};

const FORM = 'scale-form';

export function ScaleDialog(props: ScaleDialogProps) {
  const { isOpen, onClose, between, sheet, name, onName, present, written, onPoint, onSet } = props;
  const t = useT();
  const [length, setLength] = useState(Number.NaN);
  const [unit, setUnit] = useState<LengthUnit>('m');
  const [typed, setTyped] = useState<number>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // Propose the printed scale until another one is typed.
  const proposed = present === undefined ? written[0] : undefined;
  const printed = typed ?? (onName ? present : undefined) ?? proposed ?? Number.NaN;
  const value = between ? length : printed;
  const size = between
    ? sizeByLength(between[0], between[1], length * UNIT_METRES[unit], sheet)
    : printed > 0
      ? sizeByScale(printed, sheet)
      : undefined;
  const set = async (next: GroundSize | null) => {
    setBusy(true);
    const done = await onSet(next);
    setBusy(false);
    if (done) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (size) void set(size);
  };
  const problem = tried && !size ? (value > 0 ? t('measure.tooNear') : t('measure.lengthNeeded')) : undefined;
  return (
    <FormDialog
      title={t(onName ? 'measure.regionScale' : 'measure.setScale')}
      detail={present === undefined ? undefined : t('measure.present', { scale: t.number(Math.round(present)) })}
      size="small"
      isOpen={isOpen}
      isBusy={busy}
      onClose={onClose}
      actionsStart={
        (onName || present !== undefined) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => void set(null)}>
            {t(onName ? 'measure.notToScale' : 'measure.removeScale')}
          </Button>
        )
      }
      actions={
        <Button kind="next" type="submit" form={FORM} isPending={busy}>
          {t('measure.set')}
        </Button>
      }
    >
      <Stack as="form" id={FORM} gap={4} onSubmit={submit}>
        {onName && <TextField label={t('measure.regionName')} value={name ?? ''} onChange={onName} maxLength={80} />}
        {between ? (
          <Grid gap={3} columns={2} align="start">
            <NumberField
              label={t('measure.length')}
              value={length}
              onChange={setLength}
              minValue={0}
              formatOptions={{ maximumFractionDigits: 4 }}
              problem={problem}
              autoFocus
            />
            <Select
              label={t('measure.unit')}
              value={unit}
              onChange={(id) => setUnit(LENGTH_UNITS.find((lengthUnit) => lengthUnit === id) ?? 'm')}
              choices={LENGTH_UNITS.map((id) => ({ id, label: t(`measure.unit.${id}`) }))}
            />
          </Grid>
        ) : (
          <>
            <Stack ink={2} className="scale-hint">
              <p>{t('measure.pointText')}</p>
              <Button icon={MeasureIcon} wide onPress={onPoint}>
                {t('measure.point')}
              </Button>
            </Stack>
            <NumberField
              label={t('measure.printed')}
              help={t(written.includes(printed) ? 'measure.printedRead' : 'measure.printedHelp')}
              value={printed}
              onChange={setTyped}
              minValue={0}
              placeholder="100"
              problem={problem}
            />
            {(written.length > 1 || (written.length === 1 && printed !== written[0])) && (
              <Row wrap ink={2}>
                <span>{t('measure.onSheet')}</span>
                {written.map((scale) => (
                  <Button key={scale} size="s" onPress={() => setTyped(scale)}>
                    {t('measure.oneTo', { scale: t.number(scale) })}
                  </Button>
                ))}
              </Row>
            )}
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
