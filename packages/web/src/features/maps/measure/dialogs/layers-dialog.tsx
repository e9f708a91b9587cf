// The layers of a plan's markups: which one to draw on, which are shown, and the named ones.
import { FOR_ALL, MINE } from '@plumbline/core/features/maps/layers';
import { MAX_LAYERS } from '@plumbline/core/site/rows/maps';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../../../../ui/actions/icon-button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { AddIcon, DeleteIcon, DrawIcon, LockIcon, ShowIcon } from '../../../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import type { Layers } from '../use-layers.ts';

export type LayersDialogProps = { layers: Layers; mayDraw: boolean; onClose: () => void };

export function LayersDialog({ layers, mayDraw, onClose }: LayersDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await layers.add(name.trim()))) setName('');
  };
  const keys = [...(mayDraw ? [MINE] : []), FOR_ALL, ...layers.named.map((layer) => layer.id)];
  return (
    <FormDialog
      title={t('measure.layers')}
      size="small"
      isOpen
      isComplete
      isUnsaved={name.trim() !== ''}
      onClose={onClose}
    >
      <Stack fluid gap={4}>
        <ul aria-label={t('measure.layers')} className="layer-list">
          {keys.map((key) => {
            const layer = layers.named.find((one) => one.id === key);
            const label = layers.nameOf(key);
            const mayEdit = layer !== undefined && layers.mayEdit(layer);
            return (
              <Row as="li" key={key} gap={1} justify="between" line="below">
                <Text cut>{label}</Text>
                <Row as="span" gap={0.5}>
                  {mayDraw && (
                    <IconToggle
                      icon={DrawIcon}
                      label={t('measure.layerDraw', { name: label })}
                      isSelected={layers.current === key}
                      isDisabled={!layers.isOpen(key)}
                      onChange={() => layers.choose(key)}
                    />
                  )}
                  <IconToggle
                    icon={ShowIcon}
                    label={t('measure.layerShow', { name: label })}
                    isSelected={!layers.hidden.has(key)}
                    onChange={(on) => layers.show(key, on)}
                  />
                  {layer && (
                    <IconToggle
                      icon={LockIcon}
                      label={t('measure.layerLock', { name: label })}
                      isSelected={layer.locked}
                      isDisabled={!mayEdit}
                      onChange={(on) => layers.lock(layer, on)}
                    />
                  )}
                  {layer && mayEdit && (
                    <IconButton
                      icon={DeleteIcon}
                      label={t('measure.layerRemove', { name: label })}
                      isDisabled={layer.locked}
                      onPress={() => void layers.remove(layer)}
                    />
                  )}
                </Row>
              </Row>
            );
          })}
        </ul>
        {mayDraw && layers.named.length < MAX_LAYERS && (
          <Grid as="form" columns="rest auto" gap={3} align="end" onSubmit={(event) => void add(event)}>
            <TextField label={t('measure.layerName')} value={name} onChange={setName} maxLength={80} />
            <Button type="submit" icon={AddIcon} isDisabled={name.trim() === ''}>
              {t('measure.layerAdd')}
            </Button>
          </Grid>
        )}
      </Stack>
    </FormDialog>
  );
}
