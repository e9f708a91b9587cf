// A real mail server that accepts everything and records the recipients.
import { SMTPServer } from 'smtp-server';

/**
 * `mails`: the addresses of all recipients, in the order in which their mails arrived. `received` resolves with the first
 * mail.
 */
export function mailServer(): { smtp: SMTPServer; mails: string[]; received: Promise<void> } {
  const mails: string[] = [];
  const received = Promise.withResolvers<void>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        mails.push(...session.envelope.rcptTo.map((one) => one.address));
        done();
        received.resolve();
      });
    },
  });
  return { smtp, mails, received: received.promise };
}
