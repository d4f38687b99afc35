import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TrustedProxies } from './client-address.ts'

/** How buyers reach the payment pages of a studio behind a reverse proxy. */
export type PublicAccess = {
  /** What every link begins with, such as `https://shop.example.com`. */
  readonly origin: string
  /** Where the reverse proxy reaches the studio. */
  readonly listen: { readonly host: string; readonly port: number }
  readonly trustedProxies: TrustedProxies
  /**
   * Answers deliveries of a hosted service's events under {@link inboxPath}. It checks host, rate and
   * signature itself. Absent: none are taken.
   * @param sender the address that delivers, unless a proxy hides it
   */
  readonly answerInbox?: (
    request: IncomingMessage,
    response: ServerResponse,
    sender: string | undefined,
  ) => Promise<void>
}

/** Below the public URL. */
export const inboxPath = '/inbox'
