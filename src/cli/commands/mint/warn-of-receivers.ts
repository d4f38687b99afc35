import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { warningsOfReceivers } from '#app/address-book/receivers.ts'
import type { Session } from '#cli/session.ts'

/** Says what speaks against these receivers, also under `--yes`; nothing is refused for it. */
export const warnOfReceivers = (
  { terminal }: Pick<Session, 'terminal'>,
  role: ReceiverRole,
  receivers: Parameters<typeof warningsOfReceivers>[1] = [],
): void =>
  terminal.warn(...warningsOfReceivers(role, receivers).map((warning) => `WARNING  ${warning}`))
