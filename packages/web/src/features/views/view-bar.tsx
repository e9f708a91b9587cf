// The views of a list as tabs above it, with what can be done with the open one. On phones they are a menu.
import { can } from '@plumbline/core/access/capabilities';
import { canEditView, canShareView } from '@plumbline/core/features/views/rules';
import type { SavedViewQuery, ViewedList } from '@plumbline/core/site/rows/saved-views';
import { useState } from 'react';
import { useActor } from '../../shared/site/actor.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useCopyText } from '../../ui/actions/copy-text.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuGroup } from '../../ui/actions/menu.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import {
  AddIcon,
  DeleteIcon,
  EditIcon,
  IconMark,
  LinkIcon,
  LockIcon,
  MoreIcon,
  SuccessIcon,
  TeamIcon,
  UndoIcon,
  ViewIcon,
} from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { isSameQuery } from './list-query.ts';
import type { ListViews } from './use-list-views.ts';
import '../../ui/layout/tabs.css';
import './views.css';

const SaveView = later(() => import('./save-view.tsx').then((module) => module.SaveView));

export type ViewBarProps = {
  projectId: string;
  list: ViewedList;
  views: ListViews;
  /** The query of the list as it is shown now, without deleted parts. */
  shown: SavedViewQuery;
  /** The address of the list that opens a view; undefined for the list without any. */
  hrefOf: (view: { id: string; query: SavedViewQuery } | undefined) => string;
  go: (href: string) => void;
};

/** What can be done with the open view and the shown list, and the dialogs for it. */
function useViewActions({ projectId, list, views: { open, stored, deleted }, shown, hrefOf, go }: ViewBarProps) {
  const t = useT();
  const copyText = useCopyText();
  const actor = useActor(projectId);
  const act = useAct(projectId);
  const [dialog, setDialog] = useState<'save' | 'rename' | 'share'>();
  const mayEdit = actor !== undefined && open !== undefined && canEditView(actor, open);
  const changed = open !== undefined && (!isSameQuery(shown, stored) || deleted.length > 0);
  const maySave = actor !== undefined && can(actor.role, 'savedView.create') && Object.keys(shown).length > 0;
  const canSave = maySave && (open === undefined || changed);

  const update = async () => {
    if (open && (await act('savedView.update', { id: open.id, set: { query: shown } }))) {
      showToast({ kind: 'success', text: t('view.updated', { title: open.title }) });
      go(hrefOf({ id: open.id, query: shown }));
    }
  };
  const remove = async () => {
    if (!open || !(await act('savedView.update', { id: open.id, set: { active: false } }))) return;
    const back = () => void act('savedView.update', { id: open.id, set: { active: true } });
    showToast({ kind: 'success', text: t('view.deleted', { title: open.title }), onUndo: back });
    go(hrefOf(undefined));
  };
  const copy = async () => {
    if (!open) return;
    await copyText(new URL(hrefOf(open), location.href).href, t('pin.linkCopied'));
  };
  const groups: MenuGroup[] = [
    {
      id: 'change',
      entries: [
        ...(canSave ? [{ id: 'save', label: t('view.save'), icon: AddIcon, onAction: () => setDialog('save') }] : []),
        ...(changed && mayEdit
          ? [{ id: 'update', label: t('view.update'), icon: SuccessIcon, onAction: () => void update() }]
          : []),
        ...(open && changed
          ? [{ id: 'reset', label: t('view.reset'), icon: UndoIcon, onAction: () => go(hrefOf(open)) }]
          : []),
      ],
    },
    {
      id: 'view',
      entries: open
        ? [
            ...(mayEdit
              ? [{ id: 'rename', label: t('view.rename'), icon: EditIcon, onAction: () => setDialog('rename') }]
              : []),
            ...(!open.shared && actor && canShareView(actor, open)
              ? [{ id: 'share', label: t('view.share'), icon: TeamIcon, onAction: () => setDialog('share') }]
              : []),
            // A private view opens for no one else.
            ...(open.shared
              ? [{ id: 'link', label: t('pin.copyLink'), icon: LinkIcon, onAction: () => void copy() }]
              : []),
          ]
        : [],
    },
    {
      id: 'end',
      entries: mayEdit
        ? [{ id: 'delete', label: t('view.delete'), icon: DeleteIcon, danger: true, onAction: () => void remove() }]
        : [],
    },
  ];
  const dialogs = dialog && actor && (
    <SaveView
      doing={dialog}
      view={open}
      mayShare={canShareView(actor, { createdBy: actor.userId })}
      onClose={() => setDialog(undefined)}
      onSave={async (title, shared) => {
        if (dialog !== 'save' && open)
          return act('savedView.update', {
            id: open.id,
            set: dialog === 'share' ? { shared: true as const } : { title },
          });
        const id = crypto.randomUUID();
        if (!(await act('savedView.create', { id, list, title, shared, query: shown }))) return false;
        go(hrefOf({ id, query: shown }));
        return true;
      }}
    />
  );
  return { groups, dialogs, canSave, changed, onSave: () => setDialog('save') };
}

export function ViewTabs(props: ViewBarProps) {
  const { views, hrefOf } = props;
  const t = useT();
  const { groups, dialogs, canSave, changed, onSave } = useViewActions(props);
  const { open } = views;
  const menu = groups.filter(({ entries }) => entries.some(({ id }) => id !== 'save'));
  // One tab says nothing.
  if (!views.views?.length) return null;
  return (
    <Row fixed line="below" className="view-tabs" pad="0 edge">
      <Row as="nav" gap={5} shrink grow aria-label={t('view.views')} scroll="x" className="view-tabs-list">
        <a
          className="ui-tab"
          href={hrefOf(undefined)}
          {...(open ? {} : { 'data-selected': '', 'aria-current': 'page' })}
        >
          {t('view.all')}
        </a>
        {views.views?.map((view) => {
          const isOpen = view.id === open?.id;
          return (
            <a
              key={view.id}
              className="ui-tab"
              href={hrefOf(view)}
              {...(isOpen && { 'data-selected': '', 'aria-current': 'page' as const })}
            >
              {!view.shared && <IconMark icon={LockIcon} />}
              {!view.shared && <span className="ui-hidden">{t('view.private')}</span>}
              <span className="view-title">{view.title}</span>
              {isOpen && changed && (
                <Text size="xs" weight="regular" ink={3}>
                  {t('view.changed')}
                </Text>
              )}
            </a>
          );
        })}
      </Row>
      {canSave && (
        <Button size="s" icon={ViewIcon} onPress={onSave}>
          {t('view.save')}
        </Button>
      )}
      {menu.length > 0 && (
        <Menu
          label={t('view.more')}
          placement="bottom end"
          trigger={<IconButton icon={MoreIcon} label={t('view.more')} size="s" />}
          groups={menu.map((group) => ({ ...group, entries: group.entries.filter(({ id }) => id !== 'save') }))}
        />
      )}
      {dialogs}
    </Row>
  );
}

/**
 * Saves the first view of a list, which has no tabs yet: a filter, not only the board. Below the toolbar, which does not
 * move when it appears.
 */
export function FirstView(props: ViewBarProps) {
  const t = useT();
  const { dialogs, canSave, onSave } = useViewActions(props);
  const isPlain = Object.keys(props.shown).every((name) => name === 'as');
  return (
    <>
      {canSave && !isPlain && !props.views.views?.length && (
        <Button size="s" icon={ViewIcon} onPress={onSave}>
          {t('view.save')}
        </Button>
      )}
      {dialogs}
    </>
  );
}

/** The same as one button, where there is no room for tabs. */
export function ViewMenu(props: ViewBarProps) {
  const { views, hrefOf, go } = props;
  const t = useT();
  const { groups, dialogs } = useViewActions(props);
  const { open } = views;
  const entry = (view: ListViews['open']) => ({
    id: view?.id ?? 'all',
    label: view?.title ?? t('view.all'),
    ...(view && { detail: t(view.shared ? 'view.shared' : 'view.private') }),
    selected: view?.id === open?.id,
    onAction: () => go(hrefOf(view)),
  });
  return (
    <>
      <Menu
        label={t('view.views')}
        placement="bottom end"
        trigger={
          <ToolButton icon={ViewIcon} kind={open ? 'brand' : 'default'} label={open?.title ?? t('view.views')} />
        }
        groups={[
          { id: 'views', heading: t('view.views'), entries: [undefined, ...(views.views ?? [])].map(entry) },
          ...groups,
        ]}
      />
      {dialogs}
    </>
  );
}

/** What the reader must know about the opened view: that it is gone, or that parts of it are. */
export function ViewNotices({ views, onLeave }: { views: ListViews; onLeave: () => void }) {
  const t = useT();
  const { missing, deleted, open } = views;
  const [dismissed, setDismissed] = useState<string>();
  if (missing) {
    return (
      <Notice banner kind="warning" onDismiss={onLeave}>
        {t('view.missing')}
      </Notice>
    );
  }
  if (deleted.length === 0 || dismissed === open?.id) return null;
  const parts = deleted.map(({ kind, name }) => {
    const what = t(`view.part.${kind}`);
    return name === '' ? what : t('view.part', { kind: what, name });
  });
  return (
    <Notice banner kind="warning" onDismiss={() => setDismissed(open?.id)}>
      {t('view.deletedParts', { parts: t.list(parts) })}
    </Notice>
  );
}
