// The pins of a report in order; each can be moved up or down, or removed.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useMemo } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { useCategories } from '../../../shared/site/pins/use-pins.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { CloseIcon, DownIcon, UpIcon } from '../../../ui/icons.tsx';
import { Box, Row, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../reports.css';

type ReportPinsProps = { projectId: string; pinIds: readonly string[]; onChange: (pinIds: string[]) => void };

/** Number of pins shown; a longer list is cut off. */
const MAX_SHOWN = 100;

export function ReportPins({ projectId, pinIds, onChange }: ReportPinsProps) {
  const t = useT();
  const rows = useRows('pin', projectId);
  const categories = useCategories(projectId);
  const byId = useMemo(() => new Map(rows?.map((row) => [row.id, row])), [rows]);
  const nameOf = (pin: PinRow | undefined) =>
    pin?.number === null || !pin ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number });
  const move = (from: number, by: 1 | -1) => {
    const next = [...pinIds];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined) next.splice(from + by, 0, moved);
    onChange(next);
  };
  return (
    <Box as="ol" line="above">
      {pinIds.slice(0, MAX_SHOWN).map((id, index) => {
        const pin = byId.get(id);
        const name = nameOf(pin);
        const category = pin?.categoryId ? categories.get(pin.categoryId) : undefined;
        return (
          <Row key={id} as="li" least="row" line="below">
            <PinMark colour={category?.colour ?? NO_COLOUR} status={pin?.status} size={20} />
            <Text shrink grow cut>
              <span className="ui-figures">#{pin?.number ?? '–'}</span> {pin?.title || t('pin.untitled')}
            </Text>
            <IconButton
              icon={UpIcon}
              size="s"
              label={t('report.up', { name })}
              isDisabled={index === 0}
              onPress={() => move(index, -1)}
            />
            <IconButton
              icon={DownIcon}
              size="s"
              label={t('report.down', { name })}
              isDisabled={index === pinIds.length - 1}
              onPress={() => move(index, 1)}
            />
            <IconButton
              icon={CloseIcon}
              size="s"
              label={t('report.leaveOut', { name })}
              onPress={() => onChange(pinIds.filter((one) => one !== id))}
            />
          </Row>
        );
      })}
      {pinIds.length > MAX_SHOWN && (
        <Row as="li" least="row" line="below" className="ui-help">
          {t('report.pinsChosen', { count: pinIds.length })}
        </Row>
      )}
    </Box>
  );
}
