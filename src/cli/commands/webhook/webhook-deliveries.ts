import { type Command, Option } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type WebhookTested,
} from '#contract/webhooks/webhook.ts'
import type { MintingClient } from '#app/api/client.ts'
import {
  newestDeliveries,
  testWebhook,
  editWebhook,
  type WebhookRef,
} from '#app/webhooks/webhooks.ts'
import { wholeNumber } from '#cli/options/option-values.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import {
  type Text,
  cutColumn,
  detailTable,
  numberColumn,
  table,
  verbatim,
} from '#cli/terminal/table.ts'

/** What was delivered to a webhook, and what can be done when it was not. */
export const addDeliveryCommands = (webhook: Command): void => {
  addTest(webhook)
  addDeliveries(webhook)
  addDelivery(webhook)
  addResend(webhook)
  addEnable(webhook)
  addDisable(webhook)
}

const withClient = <T>(session: Session, ask: (client: MintingClient) => Promise<T>): Promise<T> =>
  session.withVault(async (app) => ask(await app.accounts.client(session.account)))

/** A webhook of the account that the command is for. */
export const webhookOf = ({ account }: Session, webhookId: string): WebhookRef => ({
  accountId: account,
  webhookId,
})

const setAvailable = (session: Session, id: string, available: 'true' | 'false') =>
  session.withVault(({ accounts }) =>
    editWebhook({ accounts, signal: session.signal }, webhookOf(session, id), { available }),
  )

const addTest = (webhook: Command): void =>
  command(
    webhook,
    'test <id>',
    'send a sample event now and show the answer (exit code 6 if it was not delivered)',
    'webhook test 01k…',
    (test) => test,
    async (session, _options, id = '') => {
      const tested = await session.withVault(({ accounts }) =>
        testWebhook({ accounts, signal: session.signal }, webhookOf(session, id)),
      )
      const exit = tested.delivered ? 0 : errorTable.unreachable.exit
      return { json: tested, text: testedText(tested), exit }
    },
  )

const testedText = ({
  delivered,
  status_code: status,
  duration_ms: ms,
  body_start: body,
  error,
}: WebhookTested): Text =>
  detailTable([
    ['delivered', delivered ? 'yes' : 'no'],
    ['because', error ?? undefined],
    ['status', status === null ? undefined : String(status)],
    ['took', `${ms} ms`],
    ['answer', body === '' ? undefined : body],
  ])

type DeliveriesOptions = { readonly state?: DeliveryState; readonly limit: number }

const addDeliveries = (webhook: Command): void =>
  command<DeliveriesOptions>(
    webhook,
    'deliveries <id>',
    'list the deliveries to a webhook, newest first',
    'webhook deliveries 01k… --state failed',
    (deliveries) =>
      deliveries
        .addOption(
          new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates),
        )
        .addOption(
          new Option('--limit <number>', 'how many to show').default(50).argParser(wholeNumber),
        ),
    async (session, { state, limit }, id = '') => {
      const { deliveries } = await session.withVault(({ accounts }) =>
        newestDeliveries({ accounts, signal: session.signal }, webhookOf(session, id), {
          state,
          limit,
        }),
      )
      return { json: deliveries, text: deliveriesText(id, deliveries, state) }
    },
  )

const deliveriesText = (
  id: string,
  found: readonly Delivery[],
  state: DeliveryState | undefined,
): Text =>
  table(
    found,
    {
      id: (delivery) => delivery.id,
      event: (delivery) => delivery.event_status,
      sale: (delivery) => delivery.sale_id,
      state: (delivery) => delivery.state,
      attempts: numberColumn((delivery) => String(delivery.attempts)),
      status: (delivery) => String(delivery.history.at(-1)?.status_code ?? ''),
      'next attempt': (delivery) => delivery.next_attempt_at ?? '',
      because: cutColumn((delivery) => delivery.reason ?? ''),
    },
    state !== undefined
      ? `No deliveries in the state “${state}”. To list all: ${hint(`webhook deliveries ${id}`)}`
      : `No deliveries yet. Sales send events. To send a sample event: ${hint(`webhook test ${id}`)}`,
  )

const addDelivery = (webhook: Command): void =>
  command(
    webhook,
    'delivery <id>',
    'show one delivery with every attempt and its body',
    'webhook delivery 01k…',
    (delivery) => delivery,
    async (session, _options, id = '') => {
      const { request_body: body, ...one } = await withClient(session, (client) =>
        client.getDelivery(id, { signal: session.signal }),
      )
      return {
        json: { ...one, request_body: body },
        text: [deliveryText(one), attemptsText(one), verbatim(body)],
      }
    },
  )

const deliveryText = (delivery: Delivery): Text =>
  detailTable([
    ['id', delivery.id],
    ['event', `${delivery.event_id} ${delivery.event_status}`],
    ['key', delivery.idempotency_key],
    ['sale', delivery.sale_id],
    ['state', delivery.state],
    ['because', delivery.reason ?? undefined],
    ['next attempt', delivery.next_attempt_at ?? undefined],
  ])

const attemptsText = ({ history }: Delivery): Text =>
  table(
    history,
    {
      attempt: numberColumn((attempt) => String(attempt.number)),
      time: (attempt) => attempt.at,
      status: (attempt) => String(attempt.status_code ?? ''),
      took: numberColumn((attempt) => `${attempt.duration_ms} ms`),
      because: (attempt) => attempt.error ?? '',
      answer: cutColumn((attempt) => attempt.body_start.slice(0, 60)),
    },
    'no attempt yet',
  )

const addResend = (webhook: Command): void =>
  command(
    webhook,
    'resend <delivery>',
    'send a delivery again: the same body and key, with all its attempts',
    'webhook resend 01k…',
    (resend) => resend,
    async (session, _options, id = '') => {
      const one = await withClient(session, (client) =>
        client.resendDelivery(id, { signal: session.signal }),
      )
      return { json: one, text: [`${id} is being sent again.`, deliveryText(one)] }
    },
  )

const addDisable = (webhook: Command): void =>
  command(
    webhook,
    'disable <id>',
    'stop sending events to a webhook, and keep it; what waits for it is given up',
    'webhook disable 01k…',
    (disable) => disable,
    async (session, _options, id = '') => {
      const changed = await setAvailable(session, id, 'false')
      return {
        json: changed,
        text: `${id} is disabled. To send events to it again: ${hint(`webhook enable ${id}`)}`,
      }
    },
  )

const addEnable = (webhook: Command): void =>
  command(
    webhook,
    'enable <id>',
    'send events again to a webhook that was disabled',
    'webhook enable 01k…',
    (enable) => enable,
    async (session, _options, id = '') => {
      const changed = await setAvailable(session, id, 'true')
      return {
        json: changed,
        text: `${id} is enabled. To see what was not delivered meanwhile: ${hint(`webhook deliveries ${id} --state failed`)}`,
      }
    },
  )
