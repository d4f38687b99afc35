import type { Command } from 'commander'
import type { App } from '#app/create-app.ts'
import { addWebhook, fetchWebhooks, editWebhook } from '#app/webhooks/webhooks.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { unknownFields } from '#contract/fields.ts'
import { sparseWebhook, type Webhook } from '#contract/webhooks/webhook.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { accountNetwork, accountNetworks } from '#cli/account-network.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { type CommandAnswer, command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { cutColumn, detailTable, table, type Text } from '#cli/terminal/table.ts'
import { addDeliveryCommands, webhookOf } from './webhook-deliveries.ts'

type AddOptions = {
  readonly name: string
  readonly callbackUrl: string
  readonly description?: string
  readonly refunds?: boolean
  readonly forInbox?: boolean
}

export const addWebhookCommands = (program: Command): void => {
  const webhook = group(program, 'webhook', "addresses that an account's service sends events to")
  addAdd(webhook)
  addList(webhook)
  addUpdate(webhook)
  addRemove(webhook)
  addDeliveryCommands(webhook)
}

const refundsText = 'send REFUNDED too; it is an event of Coldpress’s own studio'

const addAdd = (webhook: Command): void =>
  command<AddOptions>(
    webhook,
    'add',
    'send events to an address',
    'webhook add --name inbox --callback-url https://hooks.example.com/ --for-inbox --account shop',
    (add) =>
      add
        .requiredOption('--name <name>', 'a name to recognise it by')
        .requiredOption(
          '--callback-url <url>',
          'the address that receives the events; events listen prints its own',
        )
        .option('--description <text>', 'what it is for')
        .option('--refunds', refundsText)
        .option(
          '--for-inbox',
          'store the signing secret in the vault for events listen, and do not show it',
        ),
    add,
  )

const add = async (session: Session, options: AddOptions): Promise<CommandAnswer> => {
  // the service returns the secret only once, so the vault must be ready to store it
  if (options.forInbox === true && (await session.app()).vault.status().state === 'new') {
    await session.openVault()
  }
  const { secret, ...made } = await session.withVault((app) => create(app, session, options))
  const isStored = options.forInbox === true && (await storeSecret(session, secret))
  const shown = isStored ? undefined : secret?.text()
  secret?.wipe()
  return {
    json: { ...made, ...(shown === undefined ? {} : { secret: shown }) },
    text: [
      'Added.',
      await webhookText(session, made, shown),
      ...(shown === undefined
        ? []
        : [
            `The secret is not shown again. To verify deliveries with it: ${hint('events listen --secret-file FILE')}`,
          ]),
    ],
  }
}

const webhookText = async (session: Session, shown: Webhook, secret?: string): Promise<Text> =>
  detailTable([
    ['id', shown.id],
    ['name', shown.name ?? undefined],
    ['network', await accountNetwork(session, shown.network)],
    ['callback URL', shown.callback_url ?? undefined],
    ['own events', shown.own_events?.join(', ') || undefined],
    ...unknownFields(sparseWebhook, shown),
    ['secret', secret],
  ])

type Made = Webhook & { readonly secret?: Secret }

const create = (
  { accounts }: App,
  { account, signal }: Session,
  { name, callbackUrl, description, refunds }: AddOptions,
): Promise<Made> =>
  addWebhook({ accounts, signal }, account, {
    name,
    callback_url: callbackUrl,
    ...(description === undefined ? {} : { description }),
    ...(refunds === true ? { own_events: ['REFUNDED' as const] } : {}),
  })

/** Whether the secret was stored. If not, the command must show it: the service returns it only once. */
const storeSecret = async (session: Session, secret: Secret | undefined): Promise<boolean> => {
  if (secret === undefined) {
    session.terminal.warn(
      `The service returned no secret. Give the inbox the secret that the service shows: ${hint('events listen --secret-file FILE')}`,
    )
    return false
  }
  try {
    const app = await session.app()
    await app.events.inboxSecrets.set(app.accounts.get(session.account).id, secret)
    return true
  } catch (error) {
    session.terminal.warn(`The secret was not stored: ${messageOf(error)}`)
    return false
  }
}

const addList = (webhook: Command): void =>
  command(
    webhook,
    'list',
    'list the webhooks, newest first',
    'webhook list --account shop',
    (list) => list,
    async (session) => {
      const { account, signal } = session
      const all = await session.withVault(({ accounts }) =>
        fetchWebhooks({ accounts, signal }, account),
      )
      const networkOf = await accountNetworks(session)
      return {
        json: all.map((shown) => ({ ...shown, chain: networkOf(shown.network) })),
        text: table(
          all,
          {
            id: ({ id }) => id,
            name: ({ name }) => name ?? '',
            network: ({ network }) => networkOf(network),
            available: ({ available }) => available ?? '',
            'callback URL': cutColumn(({ callback_url: url }) => url ?? ''),
          },
          `No webhooks yet. To add one: ${hint('webhook add --name NAME --callback-url URL')}`,
        ),
      }
    },
  )

type UpdateOptions = Partial<Omit<AddOptions, 'forInbox'>>

const addUpdate = (webhook: Command): void =>
  command<UpdateOptions>(
    webhook,
    'update <id>',
    'change a webhook; its signing secret and what is left out stay',
    'webhook update 01k… --callback-url https://hooks.example.com/new',
    (update) =>
      update
        .option('--name <name>', 'a name to recognise it by')
        .option(
          '--callback-url <url>',
          'the address that receives the events, also those that wait',
        )
        .option('--description <text>', 'what it is for; empty removes it')
        .option('--refunds', refundsText)
        .option('--no-refunds', 'send REFUNDED no more'),
    async (session, { name, callbackUrl, description, refunds }, id = '') => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
        ...(description === undefined ? {} : { description: description || null }),
        ...(refunds === undefined ? {} : { own_events: refunds ? ['REFUNDED' as const] : [] }),
      }
      if (Object.keys(change).length === 0)
        throw new ColdpressError(
          'usage',
          'Say what to change: --name, --callback-url, --description or --refunds.',
        )
      const changed = await namingOptions({ callback_url: '--callback-url', name: '--name' }, () =>
        session.withVault(({ accounts }) =>
          editWebhook({ accounts, signal: session.signal }, webhookOf(session, id), change),
        ),
      )
      return { json: changed, text: ['Changed.', await webhookText(session, changed)] }
    },
  )

const addRemove = (webhook: Command): void =>
  command(
    webhook,
    'remove <id>',
    'remove a webhook; the service stops sending to it',
    'webhook remove 01k…',
    (remove) => remove,
    async (session, _options, id = '') => {
      await session.withVault(async (app) =>
        (await app.accounts.client(session.account)).deleteWebhook(id, { signal: session.signal }),
      )
      return { json: { removed: id }, text: `Removed ${id}. Events that arrived stay here.` }
    },
  )
