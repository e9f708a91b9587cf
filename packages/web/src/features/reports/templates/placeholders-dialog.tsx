// The placeholders for authors of templates: searchable, with values of the project, to copy; and sample files.
import { TEMPLATE_TYPES, type TemplateType } from '@plumbline/core/features/reports/contract';
import type { PlaceholderGroup } from '@plumbline/core/features/reports/placeholders';
import { useState } from 'react';
import { saveFile } from '../../../api/save-file.ts';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useCopyText } from '../../../ui/actions/copy-text.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { CopyIcon, DownloadIcon, SearchIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { usePlaceholders } from './use-placeholders.ts';
import './placeholders.css';

type Placeholder = PlaceholderGroup['placeholders'][number];

/** Those that contain every word of the search, in their tag, explanation, example or group. */
function matching(groups: readonly PlaceholderGroup[], search: string): PlaceholderGroup[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return groups.flatMap((group) => {
    const placeholders = group.placeholders.filter(({ tag, title, example }) => {
      const text = `${tag} ${title} ${example} ${group.title}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
    return placeholders.length === 0 ? [] : [{ ...group, placeholders }];
  });
}

export function PlaceholdersDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = usePlaceholders(projectId);
  const [search, setSearch] = useState('');
  const groups = data && matching(data.groups, search);
  const sample = (fileType: TemplateType) =>
    saveFile(
      `/api/templates/projects/${projectId}/samples/${fileType}?language=${t.language}`,
      `${t('report.tags.sampleTitle')}.${fileType}`,
    ).catch((failure: unknown) => showToast({ kind: 'error', text: failureText(t, failure) }));
  return (
    <Dialog title={t('report.tags')} detail={t('report.tags.text')} size="large" isOpen onClose={onClose}>
      <Stack fluid gap={4} className="ui-tall">
        <Row gap="2 3" justify="between" wrap surface="raised" className="placeholders-head">
          <SearchField label={t('report.tags.search')} value={search} onChange={setSearch} autoFocus />
          <Toolbar gap={2}>
            {TEMPLATE_TYPES.map((fileType) => (
              <Button key={fileType} kind="quiet" icon={DownloadIcon} onPress={() => void sample(fileType)}>
                {t('report.tags.sample', { type: t(`report.template.${fileType}`) })}
              </Button>
            ))}
          </Toolbar>
        </Row>
        {error && !data ? (
          <ErrorView failure={shownFailure(t, error)} onRetry={() => void refetch()} />
        ) : !groups ? (
          <Skeleton lines={10} />
        ) : groups.length === 0 ? (
          <EmptyState icon={SearchIcon} title={t('report.tags.none')} />
        ) : (
          groups.map((group) => <Group key={group.id} group={group} />)
        )}
      </Stack>
    </Dialog>
  );
}

function Group({ group: { title, lists, placeholders } }: { group: PlaceholderGroup }) {
  const t = useT();
  return (
    <section className="placeholder-group">
      <Row as="header" gap="0 3" align="baseline" wrap>
        <Text as="h3" weight="strong">
          {title}
        </Text>
        {lists.length > 0 && <span className="ui-help">{t('report.tags.inside', { lists: t.list(lists) })}</span>}
      </Row>
      <ul>
        {placeholders.map((placeholder) => (
          <Line key={placeholder.tag} placeholder={placeholder} />
        ))}
      </ul>
    </section>
  );
}

function Line({ placeholder: { tag, title, kind, fileTypes, example } }: { placeholder: Placeholder }) {
  const t = useT();
  const [only] = fileTypes.length === TEMPLATE_TYPES.length ? [] : fileTypes;
  const copyText = useCopyText();
  return (
    <Stack as="li" gap="0 4" pad="1 0" line="below" className="placeholder">
      <Text as="code" breaks>
        {tag}
      </Text>
      <Row as="span" gap="0 2" wrap>
        {title}
        {kind === 'picture' && <Tag>{t('report.tags.picture')}</Tag>}
        {only !== undefined && <Tag>{t('report.tags.only', { type: t(`report.template.${only}`) })}</Tag>}
      </Row>
      <Text ink={3} size="s" clamp>
        {example}
      </Text>
      <IconButton icon={CopyIcon} label={t('report.tags.copy', { tag })} onPress={() => void copyText(tag)} />
    </Stack>
  );
}
