// Links of a pin: to other pins, shown on both, and to dataset records.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useMemo, useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { pinAddress } from '../../../shared/navigation/addresses.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { filterPins } from '../../../shared/site/pins/pin-order.ts';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { CloseIcon, LinkIcon, PinIcon } from '../../../ui/icons.tsx';
import { useFocusKept } from '../../../ui/keep-focus.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../../../ui/data/linked-list.css';

type PinLinksProps = { projectId: string; pin: PinRow; editable: boolean };

export function PinLinks({ projectId, pin, editable }: PinLinksProps) {
  const t = useT();
  const act = useAct(projectId);
  const pins = useRowsBy('pin', 'projectId', projectId);
  const categories = useCategories(projectId);
  const [choosing, setChoosing] = useState(false);
  const part = useFocusKept<HTMLDivElement>();
  const linked = useMemo(
    () => (pins ?? []).filter((one) => pin.links.includes(one.id) || one.links.includes(pin.id)),
    [pins, pin],
  );
  if (!editable && linked.length === 0) return null;
  return (
    <div className="pin-field" ref={part}>
      <span className="ui-label">{t('pin.links')}</span>
      {linked.length > 0 && (
        <Stack as="ul" fluid gap={0}>
          {linked.map((one) => (
            <Row as="li" gap={0} shrink key={one.id}>
              <a className="pin-link ui-pressable" href={pinAddress(one)}>
                <PinMark
                  colour={categories.get(one.categoryId ?? '')?.colour ?? NO_COLOUR}
                  status={one.status}
                  size={20}
                />
                <span className="ui-figures">#{one.number ?? '–'}</span>
                <Text cut>{one.title || t('pin.untitled')}</Text>
              </a>
              {editable && (
                <IconButton
                  icon={CloseIcon}
                  label={t('pin.unlink', { number: one.number ?? '' })}
                  size="s"
                  onPress={() => void act('pin.link', { id: pin.id, otherId: one.id, on: false })}
                />
              )}
            </Row>
          ))}
        </Stack>
      )}
      {editable && (
        <div>
          <Button kind="quiet" icon={LinkIcon} onPress={() => setChoosing(true)}>
            {t('pin.link')}
          </Button>
        </div>
      )}
      {choosing && (
        <ChoosePin
          projectId={projectId}
          without={new Set([pin.id, ...linked.map((one) => one.id)])}
          onClose={() => setChoosing(false)}
          onChoose={(otherId) => {
            setChoosing(false);
            void act('pin.link', { id: pin.id, otherId, on: true });
          }}
        />
      )}
    </div>
  );
}

type ChoosePinProps = {
  projectId: string;
  without: ReadonlySet<string>;
  onChoose: (pinId: string) => void;
  onClose: () => void;
};

/** Number of pins listed; typing finds the others. */
const MAX_SHOWN = 30;

function ChoosePin({ projectId, without, onChoose, onClose }: ChoosePinProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const joined = useJoinedPins(projectId);
  const categories = useCategories(projectId);
  const found = useMemo<PinInContext[]>(() => {
    const others = (joined ?? []).filter((one) => !without.has(one.pin.id));
    const matching = filterPins(others, search.trim() === '' ? {} : { search: search.trim() }, '');
    return matching.toSorted((a, b) => (b.pin.number ?? 0) - (a.pin.number ?? 0)).slice(0, MAX_SHOWN);
  }, [joined, without, search]);
  return (
    <Dialog title={t('pin.linkTitle')} size="small" isOpen onClose={onClose}>
      <Stack fluid gap={3} justify="start" least={320} className="pin-choice">
        <SearchField label={t('pin.search')} value={search} maxLength={200} onChange={setSearch} autoFocus />
        {found.length === 0 && <EmptyState icon={PinIcon} title={t('pin.noneFound')} />}
        <Stack as="ul" fluid gap={0}>
          {found.map(({ pin }) => (
            <Row as="li" gap={0} shrink key={pin.id}>
              <button type="button" className="pin-link ui-pressable" onClick={() => onChoose(pin.id)}>
                <PinMark
                  colour={categories.get(pin.categoryId ?? '')?.colour ?? NO_COLOUR}
                  status={pin.status}
                  size={20}
                />
                <span className="ui-figures">#{pin.number ?? '–'}</span>
                <Text cut>{pin.title || t('pin.untitled')}</Text>
              </button>
            </Row>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}
