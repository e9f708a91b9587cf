// Converts filled Word and Excel files to PDF.
import type { TemplateType } from '@plumbline/core/features/reports/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { ConvertOptions } from '../../../platform/converter/converter.ts';
import type { Services } from '../../../platform/services.ts';
import { inSpan } from '../../../platform/tracing/spans.ts';

type Conversion = { office: string; pdf: string; type: TemplateType };

/** Throws `converter_absent` if there is no converter, or none for this type of file. */
export async function convertToPdf(
  { converter }: Pick<Services, 'converter'>,
  { office, pdf, type }: Conversion,
  options: ConvertOptions,
): Promise<void> {
  const span = { name: 'convert to PDF', attributes: { 'plumbline.report.type': type } };
  await inSpan(span, () => converter.toPdf(office, pdf, options)).catch((error: unknown) => {
    // A LibreOffice installation with only Writer cannot open workbooks.
    const unread = type === 'xlsx' && error instanceof Error && /could not be loaded/iu.test(error.message);
    throw unread ? new AppError('converter_absent') : error;
  });
}
