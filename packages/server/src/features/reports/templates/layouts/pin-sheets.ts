// The built-in single sheets: each pin on its own page with its plan, to hand out and sign.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatures, signatureTable } from './blocks.ts';
import { gap, INK, type Layout, paragraph, run, section, textWidth } from './document.ts';
import { extraSections } from './extra-sections.ts';
import { pinBlocks } from './pin-block.ts';
import { layoutOf } from './report-frame.ts';

export function pinSheets(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  const width = textWidth(page);
  return layoutOf(t, { page, kind: 'report.ready.pinSheets', options, head: false }, [
    ...extraSections(t, page, options, false),
    pinBlocks(
      t,
      {
        page,
        width,
        crop: { span: 7, shape: 0.54 },
        photoColumns: 4,
        photoShape: 0.66,
        facts: 'all',
        tasks: true,
        comments: true,
      },
      { ...options, group: 'none' },
      (pinTable) => [
        paragraph(run('{report.title}', { size: 9.5, bold: true, colour: INK.quiet }), { newPage: true, after: 0 }),
        paragraph(
          run('{project.title}{#project.address}  ·  {project.address}{/project.address}', {
            size: 9.5,
            colour: INK.quiet,
          }),
          { after: 6 },
        ),
        pinTable,
        gap(4),
        section('not signatures', signatures(t, width)),
        signatureTable(t, width),
      ],
    ),
  ]);
}
