import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { type Receivers, warningsOfReceivers } from '#app/address-book/receivers.ts'
import type { Session } from '#cli/session.ts'

/** Says what speaks against these receivers, also under `--yes`; nothing is refused for it. */
export const warnOfReceivers = (
  { terminal }: Pick<Session, 'terminal'>,
  role: ReceiverRole,
  receivers: Receivers = [],
): void =>
  terminal.warn(...warningsOfReceivers(role, receivers).map((warning) => `WARNING  ${warning}`))
