// The rest of a pin, shown on demand: records, groups, links, texts for reports, its position, and when and by whom it
// was created.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AddIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PinRecords } from '../../datasets/pin-records.tsx';
import { PinPosition } from '../../maps/pin-position.tsx';
import { InlineText } from './inline-text.tsx';
import { PinLinks } from './pin-links.tsx';
import './pin-panel.css';
import { keep } from '../../../ui/keep.ts';

const PinGroups = later(() => import('../groups/pin-groups.tsx').then((module) => module.PinGroups));

/** Remembers on this device whether the details are open. */
const STORAGE_KEY = 'plumbline.pinDetails';
const TEMPLATES = ['t1', 't2', 't3'] as const;

type PinDetailsProps = {
  projectId: string;
  pin: PinRow;
  people: People;
  editable: boolean;
  onChange: (change: Partial<Pick<PinRow, (typeof TEMPLATES)[number]>>) => void;
};

export function PinDetails({ projectId, pin, people, editable, onChange }: PinDetailsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(() => localStorage.getItem(STORAGE_KEY) === 'open');
  const toggle = (open: boolean) => {
    if (open === isOpen) return;
    keep(STORAGE_KEY, open ? 'open' : 'closed');
    setOpen(open);
  };
  return (
    <details className="pin-details" open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{t('task.moreFields')}</summary>
      {isOpen && (
        <Stack fluid gap={5}>
          {pin.records.length === 0 && <PinRecords projectId={projectId} pin={pin} editable={editable} />}
          <PinGroups projectId={projectId} pin={pin} />
          <PinLinks projectId={projectId} pin={pin} editable={editable} />
          <TemplateTexts pin={pin} editable={editable} onChange={onChange} />
          <PinPosition pin={pin} />
          <Facts projectId={projectId} pin={pin} people={people} />
        </Stack>
      )}
    </details>
  );
}

type TemplateTextsProps = Pick<PinDetailsProps, 'pin' | 'editable' | 'onChange'>;

/** The three texts used by report templates. Empty ones are hidden until someone starts to write one. */
function TemplateTexts({ pin, editable, onChange }: TemplateTextsProps) {
  const t = useT();
  const [more, setMore] = useState(0);
  const filled = TEMPLATES.filter((field) => pin[field] !== '');
  const added = editable ? TEMPLATES.filter((field) => pin[field] === '').slice(0, more) : [];
  const shown = TEMPLATES.filter((field) => filled.includes(field) || added.includes(field));
  return (
    <>
      {shown.map((field) => {
        const label = t('pin.template', { n: TEMPLATES.indexOf(field) + 1 });
        return (
          <div key={field} className="pin-field">
            <span className="ui-label">{label}</span>
            {editable ? (
              <InlineText
                label={label}
                placeholder={t('pin.templatePlaceholder')}
                value={pin[field]}
                maxLength={2_000}
                multiline
                autoFocus={added.at(-1) === field}
                onSave={(text) => onChange({ [field]: text })}
              />
            ) : (
              <Text as="p" breaks lines>
                {pin[field]}
              </Text>
            )}
          </div>
        );
      })}
      {editable && shown.length < TEMPLATES.length && (
        <div>
          <Button kind="quiet" icon={AddIcon} onPress={() => setMore(added.length + 1)}>
            {t('pin.addTemplate')}
          </Button>
        </div>
      )}
    </>
  );
}

function Facts({ projectId, pin, people }: { projectId: string; pin: PinRow; people: People }) {
  const t = useT();
  const plan = useRow('plan', pin.planId);
  const when = (instant: string) => t.relative(new Date(instant), new Date());
  return (
    <Stack as="dl" pad="4 0 0" size="s" line="above" className="pin-facts">
      <div>
        <Text as="dt" ink={3}>
          {t('pin.plan')}
        </Text>
        <Text as="dd" breaks>
          {plan ? (
            <a href={planAddress({ projectId, planId: plan.id, viewType: 'split', pinId: pin.id })}>{plan.name}</a>
          ) : (
            t('pin.without')
          )}
        </Text>
      </div>
      <div>
        <Text as="dt" ink={3}>
          {t('pin.created')}
        </Text>
        <Text as="dd" breaks title={t.dateTime(new Date(pin.createdAt))}>
          {t('pin.createdLine', { name: people.nameOf(pin.createdBy), when: when(pin.createdAt) })}
        </Text>
      </div>
      {pin.changedAt !== pin.createdAt && (
        <div>
          <Text as="dt" ink={3}>
            {t('pin.changed')}
          </Text>
          <Text as="dd" breaks title={t.dateTime(new Date(pin.changedAt))}>
            {when(pin.changedAt)}
          </Text>
        </div>
      )}
    </Stack>
  );
}
