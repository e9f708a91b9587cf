// A dialog for opening one of many items: typing filters, arrow keys and Enter select. A bottom sheet on phones.
import { pastedText } from '@plumbline/core/kernel/pasted-text';
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { pasteLine } from '../../ui/fields/field.tsx';
import { IconMark, ListIcon, SearchIcon, SortIcon, TilesIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import type { QuickSettings } from './quick-settings.ts';
import '../../ui/fields/field.css';
import './quick.css';

export type Pick = {
  id: string;
  label: string;
  detail?: string | undefined;
  href: string;
  picture: ReactNode;
  /** Short badges at the end of the row, e.g. open counts. */
  marks?: ReactNode;
  /** The currently open item. */
  current?: boolean | undefined;
};

export type QuickPickProps<Sort extends string> = {
  title: string;
  searchLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Recently opened; empty while text is typed. */
  recent: readonly Pick[];
  /** Undefined while loading. */
  all: readonly Pick[] | undefined;
  allHeading: string;
  settings: QuickSettings<Sort>;
  onSettings: (change: Partial<QuickSettings<Sort>>) => void;
  sorts: readonly { id: Sort; label: string }[];
  onClose: () => void;
  /** Below the list, e.g. a note that there are more. */
  foot?: ReactNode;
};

export function QuickPick<Sort extends string>(props: QuickPickProps<Sort>) {
  const { title, searchLabel, text, onText, recent, all, allHeading, settings, onSettings, sorts, onClose, foot } =
    props;
  const t = useT();
  const sections = [
    { id: 'recent', heading: t('quick.recent'), picks: recent.map((one) => ({ ...one, key: `recent ${one.id}` })) },
    { id: 'all', heading: allHeading, picks: (all ?? []).map((one) => ({ ...one, key: one.id })) },
  ].filter((section) => section.picks.length > 0);
  const sorted = sorts.find((sort) => sort.id === settings.sort)?.label ?? '';
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Stack fluid gap={3}>
        <Autocomplete inputValue={text} onInputChange={(typed) => onText(pastedText(typed))}>
          <Row>
            <SearchField className="quick-field ui-box" aria-label={searchLabel} autoFocus>
              <IconMark icon={SearchIcon} />
              <Input className="ui-input" onPaste={pasteLine} placeholder={searchLabel} />
            </SearchField>
            <Menu
              label={t('quick.sort')}
              placement="bottom end"
              trigger={<IconButton icon={SortIcon} label={`${t('quick.sort')}: ${sorted}`} kind="quiet" />}
              groups={[
                {
                  id: 'sort',
                  heading: t('quick.sort'),
                  entries: sorts.map(({ id, label }) => ({
                    id,
                    label,
                    selected: id === settings.sort,
                    onAction: () => onSettings({ sort: id } as Partial<QuickSettings<Sort>>),
                  })),
                },
              ]}
            />
            <SegmentedControl
              label={t('quick.view')}
              iconsOnly
              segments={[
                { id: 'list', label: t('quick.view.list'), icon: ListIcon },
                { id: 'tiles', label: t('quick.view.tiles'), icon: TilesIcon },
              ]}
              value={settings.view}
              onChange={(view) => onSettings({ view } as Partial<QuickSettings<Sort>>)}
            />
          </Row>
          {all === undefined ? (
            <Skeleton lines={6} />
          ) : (
            <ListBox
              className="quick-list"
              data-view={settings.view}
              aria-label={title}
              layout={settings.view === 'tiles' ? 'grid' : 'stack'}
              items={sections}
              onAction={onClose}
              renderEmptyState={() => (
                <Text as="div" ink={2} centered breaks pad="6 3">
                  {t('quick.empty', { text })}
                </Text>
              )}
            >
              {(section) => (
                <ListBoxSection id={section.id} className="quick-section">
                  <Header className="ui-options-heading">{section.heading}</Header>
                  <Collection items={section.picks}>
                    {(pick) => (
                      <ListBoxItem
                        id={pick.key}
                        className="quick-item ui-pressable"
                        textValue={pick.label}
                        href={pick.href}
                      >
                        <Box as="span" anchor block fixed clip corner="s" className="quick-picture" aria-hidden="true">
                          {pick.picture}
                        </Box>
                        <Stack as="span" gap={0} shrink grow tight>
                          <Text weight="medium" breaks>
                            {pick.label}
                          </Text>
                          {pick.detail !== undefined && (
                            <Text size="s" ink={2} cut>
                              {pick.detail}
                            </Text>
                          )}
                        </Stack>
                        {pick.current && (
                          <Text fixed size="xs" ink="brand">
                            {t('quick.current')}
                          </Text>
                        )}
                        {pick.marks !== undefined && (
                          <Row as="span" gap={3} fixed size="s" ink={2} icons="small" className="quick-marks">
                            {pick.marks}
                          </Row>
                        )}
                      </ListBoxItem>
                    )}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          )}
        </Autocomplete>
        {foot}
      </Stack>
    </Dialog>
  );
}
