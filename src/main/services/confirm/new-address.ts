import type { Core } from '#app/create-core.ts'
import { confirmConnections } from '#app/settings/confirmed-origins.ts'
import type { ConfirmingContext } from './confirmations.ts'
import { asksOutsidePage } from './outside-devnet.ts'

type Known = Pick<Core, 'accounts' | 'gateways' | 'pinTargets' | 'confirmedOrigins'>

/** @throws ColdpressError as `Confirmations.ask` */
export const confirmAddresses = (
  context: Pick<ConfirmingContext, 'confirmations'> & { readonly core: Known },
  addresses: readonly string[],
  purpose: string,
): Promise<void> =>
  confirmConnections({ ...context.core, asks: asksOutsidePage(context) }, addresses, purpose)
