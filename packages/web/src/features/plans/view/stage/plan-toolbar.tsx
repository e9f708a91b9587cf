// The tools over the drawing: add a pin, search text, rotate, and appearance. On phones they are within thumb reach.
import type { ReactNode } from 'react';
import { VIEW_TYPES, type ViewType } from '../../../../shared/navigation/addresses.ts';
import { Button, LinkButton } from '../../../../ui/actions/button.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Menu, type MenuGroup } from '../../../../ui/actions/menu.tsx';
import {
  BimIcon,
  FieldsIcon,
  ListIcon,
  MovePinIcon,
  NewPinIcon,
  PlanIcon,
  ReportIcon,
  RotateIcon,
  SearchIcon,
  SplitIcon,
} from '../../../../ui/icons.tsx';
import { Box, Row, Toolbar } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import type { DisplayOptions } from '../../opening/plan-memory.ts';

export const VIEW_ICONS = { plan: PlanIcon, split: SplitIcon, list: ListIcon } as const;

export type PlanToolbarProps = {
  handheld: boolean;
  mayPlace: boolean;
  placing: boolean;
  /** A pin is open, which has a primary action of its own. */
  pinOpen: boolean;
  onPlace: () => void;
  /** The next tap moves the open pin; undefined where that is not allowed. */
  onMovePin: (() => void) | undefined;
  onSearch: () => void;
  onRotate: () => void;
  display: DisplayOptions;
  onDisplay: (change: Partial<DisplayOptions>) => void;
  viewType: ViewType;
  onViewType: (viewType: ViewType) => void;
  /** Tools specific to the kind of plan. */
  extra?: ReactNode;
  /** The storey in its building model, for plans generated from one. */
  model?: string | undefined;
  revision: string;
  /** URL of the plan's revisions. */
  versions: string;
  revisionDetail: string;
  /** Opens the PDF export of the plan. */
  onPrint: () => void;
};

const DISPLAY_OPTIONS = ['bright', 'greyscale', 'night', 'largePins', 'overview'] as const;

export function PlanToolbar(props: PlanToolbarProps) {
  const {
    handheld,
    mayPlace,
    placing,
    pinOpen,
    onPlace,
    onMovePin,
    onSearch,
    onRotate,
    display,
    onDisplay,
    viewType,
    onViewType,
  } = props;
  const t = useT();
  const options: MenuGroup = {
    id: 'display',
    heading: t('plan.display'),
    entries: DISPLAY_OPTIONS.filter((name) => !(handheld && name === 'overview')).map((name) => ({
      id: name,
      label: t(`plan.${name}`),
      selected: display[name],
      onAction: () => onDisplay({ [name]: !display[name] }),
    })),
  };
  const views: MenuGroup = {
    id: 'view',
    heading: t('plan.view'),
    entries: handheld
      ? VIEW_TYPES.map((id) => ({
          id,
          label: t(`plan.viewType.${id}`),
          icon: VIEW_ICONS[id],
          selected: id === viewType,
          onAction: () => onViewType(id),
        }))
      : [],
  };
  const file: MenuGroup = {
    id: 'file',
    entries: [{ id: 'print', label: t('planPrint.open'), icon: ReportIcon, onAction: props.onPrint }],
  };
  const pin = mayPlace && (
    <Box corner="m" className="plan-set" data-away={placing ? '' : undefined}>
      <Button kind={pinOpen ? 'default' : 'next'} size={handheld ? 'l' : 'm'} icon={NewPinIcon} onPress={onPlace}>
        {t('plan.placePin')}
      </Button>
    </Box>
  );
  return (
    <>
      <Toolbar through className="plan-tools" role="toolbar" aria-label={t('plan.tools')}>
        {!handheld && pin}
        <Row gap={0.5} align="stretch" surface="raised" corner="l" pad={0.5} className="plan-tool-group">
          {onMovePin && <IconButton icon={MovePinIcon} label={t('plan.movePin')} onPress={onMovePin} />}
          <IconButton icon={SearchIcon} label={t('plan.searchText')} shortcut="/" onPress={onSearch} />
          <IconButton icon={RotateIcon} label={t('plan.rotateRight')} shortcut="R" onPress={onRotate} />
          {props.extra}
          <Menu
            trigger={<IconButton icon={FieldsIcon} label={t('plan.display')} />}
            label={t('plan.display')}
            placement="bottom start"
            groups={[views, options, file]}
          />
        </Row>
        {props.model !== undefined && (
          <LinkButton size="s" icon={BimIcon} href={props.model}>
            {t('models.open')}
          </LinkButton>
        )}
        <a className="plan-revision" title={props.revisionDetail} href={props.versions}>
          {props.revision}
        </a>
      </Toolbar>
      {handheld && pin && <div className="plan-thumb">{pin}</div>}
    </>
  );
}
