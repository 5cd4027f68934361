/** The interface to services that deliver messages, the same for every kind (B9.2). Calls and screens do not depend on the adapter. */

/** An outgoing message. `to`: a phone number (SMS), an e-mail address (mail), or a push subscription as JSON (push). */
export interface Message {
  to: string;
  title: string;
  message: string;
  /** Our reference of the message, the same for every attempt. A gateway that knows it must not send again. */
  ref: string;
}

export interface SendResult {
  status: 'sent' | 'failed';
  /** The gateway's own id of the message, which its report carries. Null when there is none. */
  provider_ref: string | null;
  /** The reason of a failure, for the person who sent the message. It contains no address and no secret. */
  error: string | null;
  /** The address is permanently invalid and must not be tried again. */
  gone?: boolean;
}

export interface MessageChannel {
  readonly name: string;
  /** True when no message leaves this server. */
  readonly simulated: boolean;
  /** Sends one message. A refusal of the gateway is a result, a broken connection may throw. */
  send(message: Message): Promise<SendResult>;
}

export interface Channels {
  /** Null when the channel is not configured, so nothing is sent through it. */
  readonly push: MessageChannel | null;
  readonly sms: MessageChannel | null;
}

export const NO_PUSH = 'Push is not set up on this server.';
export const NO_SMS = 'SMS is not set up on this server.';
export const NO_DEVICE = 'No device';
