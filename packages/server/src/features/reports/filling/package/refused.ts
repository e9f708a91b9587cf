// Thrown to refuse a file as a template, before any placeholder is checked.
import type { UnreadableReason } from '@plumbline/core/features/reports/template-problem';

export class TemplateRefused extends Error {
  readonly reason: UnreadableReason;
  readonly part: string;
  constructor(reason: UnreadableReason, part = '') {
    super(`template refused: ${reason}${part === '' ? '' : ` in ${part}`}`);
    this.name = 'TemplateRefused';
    this.reason = reason;
    this.part = part;
  }
}
