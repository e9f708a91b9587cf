// Messages through a provider's HTTP interface: a POST of {to, text, id} as JSON, with a bearer token. Most providers take
// this shape or are one small relay away from it.
import type { Sms } from './sms.ts';

const TIMEOUT_MS = 15_000;

export function httpSms(url: string, token: string): Sms {
  return {
    arrives: true,
    async send({ messageId, to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': messageId,
        },
        body: JSON.stringify({ id: messageId, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      // The text holds a code: nothing of the message goes into the error.
      if (!answer.ok) throw new Error(`the SMS provider answered ${answer.status}`);
    },
  };
}
