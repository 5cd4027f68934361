/** The doors to whoever carries messages (B9.2): one small interface for every kind. Screens and calls never know which adapter stands behind it. */

/** What goes out. `to`: a phone number (SMS), an e-mail address (mail), or a push subscription as JSON (push). */
export interface Message {
  to: string;
  title: string;
  message: string;
  /** Ours, the same at every try: a gateway that knows it already must not send again. */
  ref: string;
}

export interface SendResult {
  status: 'sent' | 'failed';
  /** The gateway's own name for the message, by which its report comes back; null where it has none. */
  provider_ref: string | null;
  /** Why not, for the person who sent it: no address, no secret. */
  error: string | null;
  /** The address is dead for good: it is not asked again. */
  gone?: boolean;
}

export interface MessageChannel {
  readonly name: string;
  /** No message leaves this server. */
  readonly simulated: boolean;
  /** Never throws for what a gateway answers; a line that breaks may throw. */
  send(message: Message): Promise<SendResult>;
}

export interface Channels {
  /** null: not set up, nothing goes out this way. */
  readonly push: MessageChannel | null;
  readonly sms: MessageChannel | null;
}

export const NO_PUSH = 'Push is not set up on this server.';
export const NO_SMS = 'SMS is not set up on this server.';
export const NO_DEVICE = 'No device';
