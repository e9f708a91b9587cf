// The issue card: a task and its pin with picture, place, assignee, due date, status and one action, the same on every
// screen.
import type { Issue } from '@plumbline/core/features/tasks/my-work';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { type MouseEvent, memo, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { IssuePicture } from '../../../shared/site/pins/issue-picture.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CheckIcon, IconMark, OrganisationIcon, PlanIcon, SuccessIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { StatusBadge } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { CallLink } from '../call-link.tsx';
import { DueWords } from '../due-text.tsx';
import { moveWord } from '../move-word.ts';
import './issue.css';

/** From here on the finger moves the card instead of pressing it. */
const SWIPE_FROM_PX = 12;
/** Letting go from here on acts. */
const ACT_FROM_PX = 88;
const MAX_SWIPE_PX = 128;

type Swipe = {
  /** Pixels by which the card is moved aside. */
  shift: number;
  /** Letting go now acts. */
  acts: boolean;
  handlers: object;
};

/** Swiping a card does what its button does. For fingers: a mouse and assistive technology use the button. */
function useSwipe(act: (() => void) | undefined): Swipe {
  const begun = useRef<{ x: number; y: number }>(undefined);
  const swiped = useRef(false);
  const [shift, setShift] = useState(0);
  const end = () => {
    begun.current = undefined;
    setShift(0);
  };
  const across = ({ clientX }: PointerEvent): number => (begun.current ? clientX - begun.current.x : 0);
  // Links keep presses to themselves, so that the card must see them first.
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      swiped.current = false;
      const begins = act !== undefined && event.pointerType === 'touch' && event.isPrimary;
      begun.current = begins ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      if (!begun.current) return;
      const sideways = across(event) > 2 * Math.abs(event.clientY - begun.current.y);
      if (!swiped.current && (across(event) < SWIPE_FROM_PX || !sideways)) return;
      swiped.current = true;
      setShift(Math.min(MAX_SWIPE_PX, Math.max(0, across(event))));
    },
    onPointerUpCapture: (event: PointerEvent) => {
      if (swiped.current && across(event) >= ACT_FROM_PX) act?.();
      end();
    },
    // The browser scrolls instead.
    onPointerCancelCapture: end,
    // The link is clicked a moment later, when the card may have nothing more to do.
    onClickCapture: (event: MouseEvent) => {
      if (!swiped.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { shift, acts: shift >= ACT_FROM_PX, handlers: { ...handlers, ...(act && { 'data-swipe': '' }) } };
}

type Named = Pick<Issue, 'title' | 'description' | 'pinTitle' | 'categoryTitle' | 'planName' | 'room'>;

/** What is to be done: the task's title, else its description, the pin's title, or category and place. */
export function issueTitle(
  t: Translator,
  { title, description, pinTitle, categoryTitle, planName, room }: Named,
): string {
  const place = inOneLine([categoryTitle, room || planName], ', ');
  return title || description.split('\n')[0] || pinTitle || place || t('task.untitled');
}

const pinWord = (t: Translator, number: number | null): string =>
  number === null ? t('pin.unnumbered') : t('pin.numbered', { number });

/** Plan, room and pin; the project beside them, or below where there is no room. */
function IssueLocation({ issue, project }: { issue: Issue; project: boolean }) {
  const t = useT();
  const pin = pinWord(t, issue.pinNumber).replaceAll(' ', '\u00a0');
  const place = inOneLine([issue.planName ?? '', issue.room, pin]);
  return (
    <Row as="span" gap="0.5 3" wrap shrink size="s" ink={2}>
      <Row as="span" gap={1.5} shrink icons="small quiet">
        <IconMark icon={PlanIcon} />
        <Text clamp>{place}</Text>
      </Row>
      {project && (
        <Row as="span" gap={1.5} shrink icons="small quiet">
          <IconMark icon={OrganisationIcon} />
          <Text clamp>{issue.projectTitle}</Text>
        </Row>
      )}
    </Row>
  );
}

function IssueAssignee({ issue }: { issue: Issue }) {
  const t = useT();
  const { assigneeId, assigneeName, assigneeType, companyName } = issue;
  if (assigneeId === null) return <Text ink={3}>{t('task.nobody')}</Text>;
  const name = assigneeName || companyName || t(assigneeType === 'Various' ? 'task.various' : 'task.removed');
  return (
    <Row as="span" inline gap={1.5} shrink>
      {assigneeType === 'User' ? (
        <PersonAvatar userId={assigneeId} name={name} size={22} decorative />
      ) : (
        <Avatar name={name} size={22} square={assigneeType === 'TeamGroup'} decorative />
      )}
      <Text cut>{inOneLine([name, companyName !== name && companyName])}</Text>
    </Row>
  );
}

const ACTION_ICONS = { markDone: CheckIcon, close: SuccessIcon, publish: UploadIcon } as const;

export type IssueCardProps = {
  issue: Issue;
  href: string;
  /** Shown where issues of several projects are listed. */
  project?: boolean | undefined;
  /** Instead of the picture from the server's links. */
  picture?: ReactNode;
  onMove?: ((issue: Issue) => void) | undefined;
  isBusy?: boolean | undefined;
  /** The task is open beside the list. */
  isOpen?: boolean | undefined;
};

const OPEN = { 'aria-current': 'true' } as const;

/** Rendered again only when it changes: My work lists hundreds. */
export const IssueCard = memo((props: IssueCardProps) => {
  const { issue, href, project = false, picture, onMove, isBusy = false, isOpen = false } = props;
  const t = useT();
  const { shownStatus, move, categoryTitle, categoryColour, assigneePhone } = issue;
  const swipe = useSwipe(move !== null && onMove && !isBusy ? () => onMove(issue) : undefined);
  const icon = move === 'markDone' || move === 'close' || move === 'publish' ? ACTION_ICONS[move] : undefined;
  return (
    <Row
      as="article"
      gap={3}
      anchor
      shrink
      pad="3 2"
      line="below"
      className="issue"
      data-tone={shownStatus}
      data-open={isOpen ? '' : undefined}
      {...swipe.handlers}
      {...(swipe.shift > 0 && { style: { transform: `translateX(${swipe.shift}px)` } })}
    >
      {swipe.shift > 0 && move !== null && (
        <Stack
          as="span"
          gap={1}
          center
          size="s"
          weight="medium"
          className="issue-swipe"
          aria-hidden="true"
          data-acts={swipe.acts ? '' : undefined}
        >
          {icon && <IconMark icon={icon} />}
          {moveWord(t, move, issue.status)}
        </Stack>
      )}
      {picture ?? <IssuePicture issue={issue} />}
      <Stack fluid gap={1} shrink grow className="issue-words">
        <Box as={Link} href={href} plain weight="medium" className="issue-title" {...(isOpen && OPEN)}>
          <Text clamp weight="medium" size="m" dir="auto">
            {issueTitle(t, issue)}
          </Text>
        </Box>
        <IssueLocation issue={issue} project={project} />
        <Row gap="1 3" wrap size="s" ink={2}>
          <StatusBadge status={shownStatus} plain>
            {t(`task.status.${shownStatus}`)}
          </StatusBadge>
          <DueWords task={issue} today={issue.today} />
          {categoryTitle !== null && (
            <Row as="span" inline gap={1.5} shrink>
              <span className="ui-tag-dot" style={{ background: PIN_COLOURS[categoryColour ?? NO_COLOUR] }} />
              <Text cut>{categoryTitle}</Text>
            </Row>
          )}
          <IssueAssignee issue={issue} />
        </Row>
      </Stack>
      {(assigneePhone || (move !== null && onMove)) && (
        <Row gap={2} wrap anchor fixed className="issue-action">
          <CallLink phone={assigneePhone} />
          {move !== null && onMove && (
            <Button icon={icon} isPending={isBusy} onPress={() => onMove(issue)}>
              {moveWord(t, move, issue.status)}
            </Button>
          )}
        </Row>
      )}
    </Row>
  );
});
