import { saleEventKinds, saleStatus } from '#contract/sales/sale-status.ts'
import type {
  Delivery,
  DeliveryState,
  Webhook,
  WebhookChange,
  WebhookRequest,
  WebhookTested,
} from '#contract/webhooks/webhook.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import { createOnce } from '../api/create-once.ts'
import type { Asks, Question } from '../asks.ts'

type WebhookContext = {
  readonly accounts: Pick<Accounts, 'get' | 'client'>
  readonly signal?: AbortSignal
}

/** `confirm` is left out where the person typed the address as a command. */
type ConfirmingContext = WebhookContext & { readonly confirm?: Asks['confirm'] }

export type WebhookRef = { readonly accountId: string; readonly webhookId: string }

/** What a person says of a new webhook; type and network follow from the account. */
type WebhookDraft = Omit<WebhookRequest, 'type' | 'network'>

type MadeWebhook = Webhook & { readonly secret?: Secret }

type CallOptions = Pick<WebhookContext, 'signal'>

const optionsOf = ({ signal }: WebhookContext): CallOptions =>
  signal === undefined ? {} : { signal }

/**
 * Creates a webhook. One that is found after a lost answer has no secret, which only the answer had.
 * @throws ColdpressError as `createOnce`
 */
export const createWebhookOnce = (
  client: Pick<MintingClient, 'createWebhook' | 'webhooks'>,
  request: WebhookRequest,
  options: CallOptions = {},
): Promise<MadeWebhook> =>
  createOnce<MadeWebhook>({
    noun: 'webhook',
    send: () => client.createWebhook(request, options),
    list: (size) => client.webhooks({ ...options, size }),
    isNewestFirst: false,
    isLike: ({ name, callback_url: url }) => name === request.name && url === request.callback_url,
  })

/**
 * Adds a webhook once the person has confirmed what its address receives. The caller wipes the secret,
 * which no later answer has.
 * @throws ColdpressError as `createOnce` and `Asks.confirm`
 */
export const addWebhook = async (
  context: ConfirmingContext,
  accountId: string,
  draft: WebhookDraft,
): Promise<MadeWebhook> => {
  const account = context.accounts.get(accountId)
  await context.confirm?.(webhookQuestion(account, draft))
  const client = await context.accounts.client(account.id)
  const request = { type: 'nft_api', network: account.network, ...draft } as const
  return createWebhookOnce(client, request, optionsOf(context))
}

/**
 * As {@link addWebhook}; the signing secret goes into a file and nowhere else. Where it can't be
 * written, the webhook is deleted again, since nobody could verify what it sends.
 * @returns `isSecretSaved` false: the service returned no secret, and no file was written
 */
export const addWebhookWithFile = async (
  context: ConfirmingContext,
  accountId: string,
  draft: WebhookDraft,
  path: string,
): Promise<{ readonly webhook: Webhook; readonly isSecretSaved: boolean }> => {
  const { secret, ...webhook } = await addWebhook(context, accountId, draft)
  if (secret === undefined) return { webhook, isSecretSaved: false }
  try {
    await useAndWipe(secret, (kept) => kept.use((bytes) => replaceFile(path, bytes)))
  } catch (error) {
    const client = await context.accounts.client(accountId)
    const isDeleted = await client.deleteWebhook(webhook.id).then(
      () => true,
      () => false,
    )
    throw new ColdpressError(
      isColdpressError(error) ? error.code : 'internal',
      `${messageOf(error)} ${
        isDeleted
          ? 'So the webhook was deleted again, and nothing is sent. Add it again, and save its secret elsewhere.'
          : `The webhook ${webhook.id} was made, and its secret is lost: delete the webhook and add it again.`
      }`,
      { cause: error },
    )
  }
  return { webhook, isSecretSaved: true }
}

/**
 * Changes a webhook. Another address, or more events for it, are confirmed first.
 * @throws ColdpressError as the client and `Asks.confirm`
 */
export const editWebhook = async (
  context: ConfirmingContext,
  { accountId, webhookId }: WebhookRef,
  change: WebhookChange,
): Promise<Webhook> => {
  const account = context.accounts.get(accountId)
  const client = await context.accounts.client(account.id)
  const options = optionsOf(context)
  if (context.confirm !== undefined && (change.callback_url ?? change.own_events) !== undefined) {
    const before = await client.getWebhook(webhookId, options)
    const after = {
      callback_url: change.callback_url ?? before.callback_url,
      own_events: change.own_events ?? before.own_events,
    }
    if (after.callback_url !== before.callback_url || sendsMore(before, after))
      await context.confirm(webhookQuestion(account, after, before))
  }
  return client.updateWebhook(webhookId, change, options)
}

const sendsMore = (before: Destination, { own_events: kinds }: Destination): boolean =>
  kinds?.some((kind) => before.own_events?.includes(kind) !== true) === true

type Destination = Pick<Webhook, 'callback_url' | 'own_events'>

/**
 * What is asked before a service sends events to an address. No webhook is for one collection: the
 * interface knows no such thing.
 * @param before the webhook that is changed
 */
const webhookQuestion = (
  { name }: Pick<Account, 'name'>,
  { callback_url: url, own_events: own }: Destination,
  before?: Destination,
): Question => ({
  kind: 'send_events',
  question: `Send the events of ${quoted(name)} to ${hostOf(url)}?`,
  lines: [
    ...(before === undefined || before.callback_url === url
      ? []
      : [`Address until now: ${before.callback_url ?? 'none'}`]),
    `Address: ${url ?? 'none'}`,
    `Collections: every collection of ${quoted(name)}, also later ones`,
    `Events: ${kindsOf(own).join(', ')}`,
    'This address will receive every such event, with its works, its payment link and its transactions, until you disable or delete the webhook.',
    'Say no if you did not just ask for it yourself.',
  ],
  yes: 'Send events',
})

const hostOf = (url: string | null | undefined): string => URL.parse(url ?? '')?.host ?? 'it'

const kindsOf = (own: Destination['own_events']): readonly string[] =>
  saleEventKinds
    .filter((kind) => saleStatus[kind].event !== 'own' || own?.includes(kind) === true)
    .map((kind) => `“${saleStatus[kind].label}”`)

/** @throws ColdpressError as the client; `not_implemented` at a service without webhooks */
export const fetchWebhooks = async (
  context: WebhookContext,
  accountId: string,
): Promise<readonly Webhook[]> => {
  const { id, name } = context.accounts.get(accountId)
  const client = await context.accounts.client(id)
  try {
    return await Array.fromAsync(client.webhooks(optionsOf(context)))
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
    throw lacking(`${name} has no webhooks.`)
  }
}

/**
 * Has the service send a sample event at once.
 * @throws ColdpressError as the client; `not_implemented` at a service without tests
 */
export const testWebhook = (context: WebhookContext, ref: WebhookRef): Promise<WebhookTested> =>
  askOwn(
    context,
    ref,
    (client) => client.testWebhook(ref.webhookId, optionsOf(context)),
    (name) => `${name} doesn’t test webhooks. Wait for the next sale to see whether it delivers.`,
  )

type DeliveryPart = {
  /** Left out: every state. */
  readonly state?: DeliveryState | undefined
  readonly limit: number
}

/**
 * The newest deliveries to a webhook.
 * @throws ColdpressError as the client; `not_implemented` at a service that lists none
 */
export const newestDeliveries = (
  context: WebhookContext,
  ref: WebhookRef,
  { state, limit }: DeliveryPart,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly hasMore: boolean }> =>
  askOwn(
    context,
    ref,
    async (client) => {
      const deliveries: Delivery[] = []
      const only = state === undefined ? {} : { state }
      for await (const delivery of client.deliveries(ref.webhookId, {
        ...optionsOf(context),
        ...only,
      })) {
        if (deliveries.length === limit) return { deliveries, hasMore: true }
        deliveries.push(delivery)
      }
      return { deliveries, hasMore: false }
    },
    (name) => `${name} doesn’t say what it delivered. Look at what your receiver got.`,
  )

/** What the interface does not have: another service answers as if the webhook were unknown. */
const askOwn = async <T>(
  { accounts }: WebhookContext,
  { accountId, webhookId }: WebhookRef,
  ask: (client: MintingClient) => Promise<T>,
  sentence: (accountName: string) => string,
): Promise<T> => {
  const { id, name } = accounts.get(accountId)
  const client = await accounts.client(id)
  try {
    return await ask(client)
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
    const isKnown = await client.getWebhook(webhookId).then(
      () => true,
      () => false,
    )
    throw isKnown ? lacking(sentence(name)) : error
  }
}

const lacking = (sentence: string): ColdpressError =>
  new ColdpressError('not_implemented', sentence)
