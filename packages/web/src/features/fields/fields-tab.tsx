// Project settings for pin fields: their order and definition, adding and editing them.
import { can } from '@plumbline/core/access/capabilities';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { useState } from 'react';
import { useProject } from '../../local/use-rows.ts';
import { useActor } from '../../shared/site/actor.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AddIcon, FieldsIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { FieldsList } from './fields-list.tsx';
import { useFields } from './use-fields.ts';
import './fields.css';

export function ProjectFieldsTab({ projectId }: { projectId: string }) {
  const t = useT();
  // Fields are synced rows, read from local data as on the pins.
  useProject(projectId);
  const actor = useActor(projectId);
  const act = useAct(projectId);
  const fields = useFields(projectId);
  const [withInactive, setWithInactive] = useState(false);
  const [edited, setEdited] = useState<FieldRow | 'new'>();
  const mayManage = actor !== undefined && can(actor.role, 'field.manage');
  const inactive = fields.filter((field) => !field.active).length;
  const shown = withInactive ? fields : fields.filter((field) => field.active);
  const add = (
    <Button kind="next" icon={AddIcon} onPress={() => setEdited('new')}>
      {t('field.add')}
    </Button>
  );

  return (
    <Stack as="section" fluid gap={4} justify="start" className="fields-tab" aria-label={t('field.fields')}>
      <Row gap="2 4" justify="between" wrap className="fields-tab-head">
        <p>{t('field.purpose')}</p>
        {mayManage && fields.length > 0 && add}
      </Row>
      {actor && !mayManage && <Notice kind="info">{t('field.readOnly')}</Notice>}
      {inactive > 0 && (
        <Switch isSelected={withInactive} onChange={setWithInactive}>
          {t('field.showInactive', { count: inactive })}
        </Switch>
      )}
      {shown.length > 0 ? (
        <FieldsList
          projectId={projectId}
          fields={shown}
          mayManage={mayManage}
          onOpen={setEdited}
          onOrder={(ids) => void act('field.order', { ids })}
          onActive={(field, active) => void act('field.update', { id: field.id, set: { active } })}
        />
      ) : (
        <EmptyState icon={FieldsIcon} title={t('field.emptyTitle')} action={mayManage && add}>
          {t('field.emptyText')}
        </EmptyState>
      )}
      {edited && mayManage && (
        <FieldDialog
          projectId={projectId}
          field={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}
