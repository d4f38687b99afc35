import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'

/** Who receives something, as a request names them: one address, or several with what each gets. */
type Receivers = string | readonly (string | { readonly address: string })[]

/**
 * What speaks against sending to these receivers, in sentences. Nothing is refused for it: whoever
 * sends is told, and decides.
 */
export const warningsOfReceivers = (role: ReceiverRole, receivers: Receivers): readonly string[] =>
  receiverWarnings(
    role,
    (typeof receivers === 'string' ? [receivers] : receivers).map((receiver) =>
      typeof receiver === 'string' ? receiver : receiver.address,
    ),
  )
