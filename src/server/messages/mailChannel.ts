/** E-mail by SMTP. The package is loaded with the first mail, so a site without a mailer does not load it. */
import type { SentMessageInfo, Transporter } from 'nodemailer';
import type { MailConfig } from '../serviceConfig.ts';
import type { MessageChannel } from './channel.ts';

const PATIENCE_MS = 20_000;

export function mailChannel({ url, from }: Pick<MailConfig, 'url' | 'from'>): MessageChannel {
  let opened: Promise<Transporter<SentMessageInfo>> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(optionsOf(url));
  };
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    name: 'smtp',
    simulated: false,
    async send({ to, title, message, ref }) {
      opened ??= open();
      const transport = await opened;
      try {
        const id = `<${ref}@${domain}>`;
        // An address in object form is always one address, whatever characters it contains.
        await transport.sendMail({ from, to: { name: '', address: to }, subject: title, text: message, messageId: id });
        return { status: 'sent', provider_ref: id, error: null };
      } catch (error) {
        return { status: 'failed', provider_ref: null, error: wordsFor(error) };
      }
    },
  };
}

/** Connections to other machines must be encrypted, because mails hold links that open accounts. */
function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !here,
    ignoreTLS: !secure && here,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The text of an error. The mail server's own message may repeat a name and a password, so only its number is shown. */
function wordsFor(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return 'The mail server does not take our name and password.';
  if (responseCode) return `The mail server refused the mail (${responseCode}).`;
  return 'The mail server does not answer.';
}
