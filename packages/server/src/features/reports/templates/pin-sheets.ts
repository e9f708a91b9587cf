// The built-in single sheets: each pin on its own page with a large plan crop, to hand out and sign.
import type { Translator } from '@plumbline/locales/translate';
import { commentList, photoTable, pinFacts, pinName, pinTexts, signatures, taskTable } from './blocks.ts';
import { cell, end, gap, INK, paragraph, run, table } from './markup.ts';
import { textWidth, wordFile } from './word-file.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export function pinSheets(t: Translator): Promise<Buffer> {
  return wordFile(
    [
      end('{#pins}'),
      paragraph(pinName(t, 22), { style: 'Title', newPage: true }),
      paragraph(
        run('{project.title}{#project.address}  ·  {project.address}{/project.address}', { colour: INK.quiet }),
        {
          after: 6,
        },
      ),
      end('{#pin.planCrop}'),
      paragraph(run(`{pin.planCrop [width: ${WIDTH}, height: 86]}`), { after: 6 }),
      end('{/pin.planCrop}'),
      table({ columns: [WIDTH / 2, WIDTH / 2], inset: 0 }, [{ cells: [cell(pinFacts(t)), cell(pinTexts() + gap(1))] }]),
      gap(2),
      taskTable(t, WIDTH),
      photoTable(t, WIDTH, 3),
      commentList(t),
      signatures(t, WIDTH),
      end('{/pins}'),
    ].join(''),
    PAGE,
    t,
  );
}
