// A pin as it arrives from another program, independent of the file format it was read from.
import { z } from 'zod';
import { day, instant, line, text } from '../../kernel/text.ts';
import { fieldValue } from '../../site/rows/fields.ts';
import { PIN_STATUSES, pinContent } from '../../site/rows/pins.ts';
import { TASK_STATUSES } from '../../site/rows/tasks.ts';

/** Everything that names a person, plan or category is a word of the file; the server finds or creates what it names. */
export const importedPin = z.strictObject({
  title: pinContent.shape.title,
  notes: pinContent.shape.notes,
  category: line(120),
  status: z.enum(PIN_STATUSES),
  tags: pinContent.shape.tags,
  /** Name or number of a plan. */
  plan: line(240),
  /** Fractions of the sheet of the plan's first revision, from its left and upper edge. */
  x: z.number().min(0).max(1).nullable(),
  y: z.number().min(0).max(1).nullable(),
  /** File names in the ZIP file with photos. */
  photos: z.array(line(255, 1)).max(50),
  createdAt: instant.nullable(),
  ratings: pinContent.shape.ratings,
  /** By the id of the field. */
  fields: z.record(z.string(), fieldValue),
  /** Text fields to create: title → value. */
  newFields: z.record(line(80, 1), text(2_000, 1)),
  task: z
    .strictObject({
      title: line(200),
      description: text(10_000),
      status: z.enum(TASK_STATUSES),
      /** Email address or name of a person, or title of a team. */
      assignee: line(254),
      dueDate: day.nullable(),
      companyName: line(200),
      craft: line(120),
    })
    .nullable(),
  /** The folder of the topic in a BCF file. */
  topic: z.string().nullable(),
});
export type ImportedPin = z.infer<typeof importedPin>;
export type ImportedTask = NonNullable<ImportedPin['task']>;
