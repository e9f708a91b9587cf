// Tabs. With `href` on each tab, the URL follows the selection.
import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { type Icon, IconMark } from '../icons.tsx';
import './tabs.css';
import '../marks/status.css';

export type TabItem = {
  id: string;
  label: string;
  icon?: Icon | undefined;
  count?: number | undefined;
  isDisabled?: boolean | undefined;
  href?: string | undefined;
  /** Rendered only while the tab is selected. */
  content: ReactNode;
};

export type TabsProps = {
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onChange?: ((id: string) => void) | undefined;
};

/** Scrolls the selected tab into view where there are more tabs than fit; with the next frame, which computes positions. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  if (tab) requestAnimationFrame(() => reveal(tab));
}

function reveal(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (!list) return;
  const [around, here] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  // Part of the next tab stays visible, to show that there are more in that direction.
  const room = Math.min(48, Math.max(0, (around.width - here.width) / 2));
  if (here.left < around.left) list.scrollLeft -= around.left - here.left + room;
  else if (here.right > around.right) list.scrollLeft += here.right - around.right + room;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <AriaTabs className="ui-tabs" selectedKey={value} onSelectionChange={(key) => onChange?.(String(key))}>
      <TabList className="ui-tab-list" aria-label={label} items={tabs}>
        {(tab) => (
          <Tab
            id={tab.id}
            ref={tab.id === value ? scrollTabIntoView : null}
            className="ui-tab"
            isDisabled={tab.isDisabled ?? false}
            {...(tab.href !== undefined && { href: tab.href })}
          >
            {tab.icon && <IconMark icon={tab.icon} />}
            {tab.label}
            {tab.count !== undefined && <span className="ui-count">{tab.count}</span>}
          </Tab>
        )}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="ui-tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
