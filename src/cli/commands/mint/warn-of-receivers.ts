import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { MintRequest } from '#contract/mints/mint.ts'
import type { Session } from '#cli/session.ts'

/** Says what speaks against these receivers, also under `--yes`; nothing is refused for it. */
export const warnOfReceivers = (
  { terminal }: Pick<Session, 'terminal'>,
  role: ReceiverRole,
  receivers: MintRequest['to'] | readonly string[] | undefined,
): void =>
  terminal.warn(
    ...receiverWarnings(role, addressesOf(receivers)).map((warning) => `WARNING  ${warning}`),
  )

const addressesOf = (receivers: Parameters<typeof warnOfReceivers>[2]): readonly string[] =>
  typeof receivers === 'string'
    ? [receivers]
    : (receivers ?? []).map((receiver) =>
        typeof receiver === 'string' ? receiver : receiver.address,
      )
