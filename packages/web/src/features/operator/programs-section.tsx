// Programs of the system that extend what the installation can do, and what is missing without them.
import type { OperatorOverview } from '@plumbline/core/features/operator/contract';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { OperatorSection } from './operator-section.tsx';

const NAMES = { libreoffice: 'LibreOffice', ffmpeg: 'ffmpeg', tesseract: 'Tesseract' };

export function ProgramsSection({ programs }: Pick<OperatorOverview, 'programs'>) {
  const t = useT();
  return (
    <OperatorSection id="programs" title={t('operator.programs')}>
      <Stack as="dl" className="operator-facts">
        {programs.map(({ name, isInstalled }) => (
          <Row key={name} gap={4} align="baseline" justify="between" wrap>
            <dt>{NAMES[name]}</dt>
            <dd>{t(isInstalled ? 'operator.programInstalled' : 'operator.programMissing')}</dd>
          </Row>
        ))}
      </Stack>
      {programs
        .filter(({ isInstalled }) => !isInstalled)
        .map(({ name }) => (
          <Notice key={name} kind="warning">
            {t(`operator.without.${name}`)}
          </Notice>
        ))}
    </OperatorSection>
  );
}
