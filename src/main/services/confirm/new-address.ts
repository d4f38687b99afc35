import type { App } from '#app/create-app.ts'
import { confirmConnections } from '#app/settings/confirmed-origins.ts'
import type { ConfirmingContext } from './confirmations.ts'
import { asksOutsidePage } from './outside-devnet.ts'

type Known = Pick<App, 'accounts' | 'gateways' | 'pinTargets' | 'confirmedOrigins'>

/** @throws ColdpressError as `Confirmations.ask` */
export const confirmAddresses = (
  context: Pick<ConfirmingContext, 'confirmations'> & { readonly app: Known },
  addresses: readonly string[],
  purpose: string,
): Promise<void> =>
  confirmConnections({ ...context.app, asks: asksOutsidePage(context) }, addresses, purpose)
