import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import {
  addWebhookWithFile,
  fetchWebhooks,
  newestDeliveries,
  testWebhook,
  editWebhook,
} from '#app/webhooks/webhooks.ts'
import type { DeliveryRowView } from '#contract/webhooks/calls.ts'
import type { Delivery, Webhook } from '#contract/webhooks/webhook.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { ServicesDeps, WindowHandlersOf } from './services-deps.ts'

type Context = ConfirmingContext & Pick<ServicesDeps, 'dialogs'>

/** Webhooks of any account; their secrets go into files that the user picks. */
export const webhookHandlers = (context: Context): WindowHandlersOf<'webhooks'> => {
  const { app, dialogs } = context
  const { accounts } = app
  const { confirm } = asksOutsidePage(context)
  const note = noteIn(context)
  return {
    'webhooks.list': async ({ accountId }) => [...(await fetchWebhooks({ accounts }, accountId))],
    'webhooks.add': async ({ accountId, ...draft }) => {
      // Else a locked vault would refuse only after the user has picked a file and confirmed.
      requireOpenVault(app)
      const path = await dialogs.saveFile(`${fileName(draft.name)}-webhook-secret.txt`)
      if (path === null) return null
      const { webhook, isSecretSaved } = await addWebhookWithFile(
        { accounts, confirm },
        accountId,
        draft,
        path,
      )
      note(accountId, `sends its events to ${draft.callback_url} from now on.`, webhook.id)
      return { webhook, secretPath: isSecretSaved ? path : null }
    },
    'webhooks.update': async ({ accountId, webhookId, ...change }) => {
      const ref = { accountId, webhookId }
      const changed = await editWebhook({ accounts, confirm }, ref, change)
      note(accountId, changeText(changed), webhookId)
      return changed
    },
    'webhooks.test': (ref) => testWebhook({ accounts }, ref),
    'webhooks.remove': async ({ accountId, webhookId }) => {
      const client = await accounts.client(accountId)
      await client.deleteWebhook(webhookId)
      note(accountId, 'a webhook was deleted.', webhookId)
      return null
    },
    ...deliveryHandlers(context),
  }
}

type Deliveries = 'webhooks.deliveries' | 'webhooks.showDelivery' | 'webhooks.resend'

const deliveryHandlers = ({
  app: { accounts },
}: Context): Pick<WindowHandlersOf<'webhooks'>, Deliveries> => ({
  'webhooks.deliveries': async ({ accountId, webhookId, state, limit }) => {
    const part = { limit, state: state ?? undefined }
    const found = await newestDeliveries({ accounts }, { accountId, webhookId }, part)
    return { deliveries: found.deliveries.map(rowOf), hasMore: found.hasMore }
  },
  'webhooks.showDelivery': async ({ accountId, deliveryId }) =>
    (await accounts.client(accountId)).getDelivery(deliveryId),
  'webhooks.resend': async ({ accountId, deliveryId }) =>
    rowOf(await (await accounts.client(accountId)).resendDelivery(deliveryId)),
})

const rowOf = ({ history, ...row }: Delivery): DeliveryRowView => ({
  ...row,
  status_code: history.at(-1)?.status_code ?? null,
})

const noteIn =
  ({ app, log }: Context) =>
  (accountId: string, what: string, webhookId: string): void => {
    const { name } = app.accounts.get(accountId)
    const message = `${name}: ${what}`
    log({ level: 'info', kind: 'account', message, details: { accountId, webhookId } })
  }

const changeText = ({ available, callback_url: url }: Webhook): string =>
  available === 'false'
    ? 'a webhook was disabled.'
    : `a webhook was changed; it sends to ${url ?? 'no address'}.`

const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60) || 'coldpress'
