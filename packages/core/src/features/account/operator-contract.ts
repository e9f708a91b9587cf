// Endpoints for the operator of the installation.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant } from '../../kernel/text.ts';

export const storedMessage = z.strictObject({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  at: instant,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
});

export const operatorMailbox = endpoint({
  name: 'operatorMailbox',
  summary: 'Lists emails and text messages stored by an installation without a mail server; requires the operator key',
  method: 'POST',
  path: '/api/operator/messages',
  guard: { kind: 'public' },
  body: z.strictObject({ key: z.string().min(8).max(128) }),
  reply: z.strictObject({ messages: z.array(storedMessage) }),
  idempotencyKey: false,
});
