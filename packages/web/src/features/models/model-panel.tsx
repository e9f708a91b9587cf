// Side panel of the model: its storeys, elements with their properties, and pins.

import type { ModelDetails } from '@plumbline/core/features/models/contract';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { inOneLine } from '@plumbline/locales/one-line';
import { useDeferredValue, useMemo, useState } from 'react';
import { planAddress } from '../../shared/navigation/addresses.ts';
import { NO_COLOUR } from '../../shared/site/no-colour.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { VirtualList } from '../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { CutIcon, HideIcon, IsolateIcon, PinIcon, PlanIcon, SearchIcon, ShowIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { useT } from '../../ui/translation.tsx';
import { writePosition } from '../maps/coordinates.ts';
import { ElementProperties } from './element-properties.tsx';
import type { Element, ModelView } from './engine/model-view.ts';
import type { PlacedPin } from './pin-marks.tsx';
import type { StoreysState } from './use-model.ts';
import type { ModelVisibility } from './use-model-visibility.ts';

export type ModelPanelProps = {
  projectId: string;
  model: ModelRow;
  details: ModelDetails;
  storeys: StoreysState;
  seen: ModelVisibility;
  /** The 3D view; undefined while it is unavailable. */
  view: ModelView | undefined;
  chosen: Element | undefined;
  onChoose: (element: Element | undefined) => void;
  pins: readonly PlacedPin[];
  categories: ReadonlyMap<string, CategoryRow>;
  onPin: (id: string) => void;
};

export function ModelPanel(props: ModelPanelProps) {
  const { projectId, model, storeys, chosen, onChoose, pins } = props;
  const t = useT();
  const [tab, setTab] = useState('storeys');
  if (chosen) {
    const baked = storeys.there.get(chosen.storey);
    return (
      <ElementProperties
        projectId={projectId}
        modelId={model.id}
        element={baked?.elements[chosen.element]}
        number={baked?.numbers[chosen.element]}
        storey={model.storeys[chosen.storey]?.name ?? t('models.otherStorey')}
        onClose={() => onChoose(undefined)}
      />
    );
  }
  return (
    <Stack column flat fill className="model-panel">
      <Tabs
        label={t('models.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'storeys', label: t('models.storeys'), content: <Storeys {...props} /> },
          { id: 'elements', label: t('models.elements'), content: <Elements {...props} /> },
          { id: 'pins', label: t('models.pins'), count: pins.length, content: <Pins {...props} /> },
        ]}
      />
    </Stack>
  );
}

function Storeys({ projectId, model, details, storeys, seen, view }: ModelPanelProps) {
  const t = useT();
  const rows = details.storeys
    .map((part, i) => ({ part, i, storey: model.storeys[i] }))
    .filter(({ part, storey }) => part.elements > 0 || storey !== undefined)
    .reverse();
  return (
    <>
      <Box as="ul" pad="2 0">
        {rows.map(({ part, i, storey }) => {
          const name = storey?.name ?? t('models.otherStorey');
          const hidden = seen.hiddenStoreys.has(i);
          const absent = part.elements > 0 && !storeys.there.has(i) && !storeys.waiting.has(i);
          return (
            <Row key={i} as="li" gap={0.5} className="model-storey" data-hidden={hidden ? '' : undefined}>
              <Stack as="span" gap={0} shrink grow className="model-storey-words">
                <Text cut weight="medium">
                  {name}
                </Text>
                <Text cut className="model-storey-facts">
                  {[
                    ...(storey ? [`${t.number(Math.round(storey.elevation * 100) / 100)} m`] : []),
                    t('models.elementCount', { count: part.elements }),
                  ].join(' · ')}
                </Text>
              </Stack>
              {absent ? (
                <Button size="s" onPress={() => storeys.load(i)}>
                  {t('models.load')}
                </Button>
              ) : (
                view && (
                  <IconButton
                    icon={hidden ? HideIcon : ShowIcon}
                    label={t(hidden ? 'models.showStorey' : 'models.hideStorey', { name })}
                    size="s"
                    isDisabled={part.elements === 0}
                    onPress={() => seen.toggleStorey(i)}
                  />
                )
              )}
              {view && (
                <IconButton
                  icon={IsolateIcon}
                  label={t('models.only', { name })}
                  size="s"
                  isDisabled={part.elements === 0}
                  onPress={() => seen.onlyStorey(i)}
                />
              )}
              {view && storey && (
                <IconButton
                  icon={CutIcon}
                  label={t('models.cutStorey', { name })}
                  size="s"
                  onPress={() => seen.cutAt(i)}
                />
              )}
              {storey?.planId && (
                <LinkButton
                  size="s"
                  kind="quiet"
                  icon={PlanIcon}
                  aria-label={t('models.drawingOf', { name })}
                  href={planAddress({ projectId, planId: storey.planId, viewType: 'split' })}
                >
                  {t('models.drawing')}
                </LinkButton>
              )}
            </Row>
          );
        })}
      </Box>
      <ModelFacts model={model} />
    </>
  );
}

/** Facts about the whole model: its geographic location and the number of elements left out. */
function ModelFacts({ model: { located, leftOut } }: { model: ModelRow }) {
  const t = useT();
  const [place] = located?.points ?? [];
  return (
    <>
      {leftOut > 0 && <Notice kind="warning">{t('models.leftOut', { count: leftOut })}</Notice>}
      {located && place && (
        <Box as="dl" pad="3 inset" className="model-facts">
          <dt>{t('models.located')}</dt>
          <Stack as="dd" gap={0}>
            <a href={`geo:${place.lat.toFixed(6)},${place.lon.toFixed(6)}`}>{writePosition(place)}</a>
            <Text cut className="model-storey-facts">
              {located.by === 'grid' ? t('models.locatedByGrid', { grid: located.grid }) : t('models.locatedBySite')}
            </Text>
          </Stack>
        </Box>
      )}
    </>
  );
}

type Listed = Element & { type: string; name: string; globalId: string };

const ROW = 52;

function Elements({ view, storeys, seen, onChoose }: ModelPanelProps) {
  const t = useT();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim().toLocaleLowerCase());
  const all = useMemo(
    () =>
      [...storeys.there].flatMap(([storey, baked]) =>
        baked.elements.map((one, element): Listed => ({ ...one, storey, element })),
      ),
    [storeys.there],
  );
  const found = useMemo(() => {
    const words = search.split(/\s+/u).filter(Boolean);
    return all.filter(({ name, type, globalId }) => {
      const whole = `${name} ${type} ${globalId}`.toLocaleLowerCase();
      return words.every((word) => whole.includes(word));
    });
  }, [all, search]);
  return (
    <Stack column flat fill>
      <Stack pad="3 inset">
        <SearchField label={t('models.search')} value={text} onChange={setText} />
        {view && search !== '' && found.length > 0 && (
          <Button size="s" icon={IsolateIcon} onPress={() => seen.isolate(found)}>
            {t('models.isolateFound', { count: found.length })}
          </Button>
        )}
      </Stack>
      <VirtualList
        label={t('models.elements')}
        rows={found}
        idOf={({ storey, element }) => `${storey}/${element}`}
        rowHeight={ROW}
        onOpen={({ storey, element }) => {
          onChoose({ storey, element });
          const box = view?.boxOf({ storey, element });
          if (box) view?.fit(box);
        }}
        empty={<EmptyState icon={SearchIcon} title={t('models.noMatch')} />}
      >
        {({ name, type }) => (
          <Stack as="span" gap={0} shrink grow className="model-storey-words">
            <Text cut weight="medium">
              {name || type}
            </Text>
            <Text cut className="model-storey-facts">
              {type}
            </Text>
          </Stack>
        )}
      </VirtualList>
    </Stack>
  );
}

function Pins({ pins, model, categories, onPin }: ModelPanelProps) {
  const t = useT();
  return (
    <Stack column flat fill>
      <VirtualList
        label={t('models.pins')}
        rows={pins}
        idOf={({ one }) => one.pin.id}
        rowHeight={ROW}
        onOpen={({ one }) => onPin(one.pin.id)}
        empty={
          <EmptyState icon={PinIcon} title={t('models.noPins')}>
            {t('models.noPinsText')}
          </EmptyState>
        }
      >
        {({ one: { pin }, storey }) => (
          <>
            <PinMark
              colour={(pin.categoryId === null ? undefined : categories.get(pin.categoryId)?.colour) ?? NO_COLOUR}
              status={pin.status}
              size={24}
            />
            <Stack as="span" gap={0} shrink grow className="model-storey-words">
              <Text cut weight="medium">
                {pin.title || t('pin.untitled')}
              </Text>
              <Text cut className="model-storey-facts">
                {inOneLine([
                  pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number }),
                  model.storeys[storey]?.name,
                  pin.modelPosition?.lost && t('models.lostShort'),
                ])}
              </Text>
            </Stack>
          </>
        )}
      </VirtualList>
    </Stack>
  );
}
