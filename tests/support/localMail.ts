/** An SMTP server on this machine. It stores mails, and refuses given recipients. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface LocalMail {
  port: number;
  /** Whole mails as they arrived, newest last. */
  mails: { from: string; to: string[]; text: string }[];
  /** The number with which the next recipients are answered. */
  refuse: number | null;
  close: () => Promise<void>;
}

export async function startLocalMail(): Promise<LocalMail> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'office' && password === 'sec/ret#1'
        ? done(null, { user: 'office' })
        : done(new Error('No such user sec/ret#1')),
    onRcptTo: ({ address }, _session, done) => {
      if (mail.refuse !== null)
        return done(Object.assign(new Error(`${address} is unknown`), { responseCode: mail.refuse }));
      done();
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mail.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          // Long lines are broken with "=" at their end.
          text: Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        done();
      });
    },
  });
  const mail: LocalMail = {
    port: 0,
    mails: [],
    refuse: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mail.port = (server.server.address() as AddressInfo).port;
  return mail;
}

/** Resolves when the check is true. The test's time limit ends the waiting. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 5));
}
