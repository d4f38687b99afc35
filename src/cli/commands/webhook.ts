import type { Command } from 'commander'
import type { Core } from '../../core/index.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { facts, table } from '../table.ts'

type AddOptions = {
  readonly name: string
  readonly callbackUrl: string
  readonly description?: string
}

export const addWebhookCommands = (program: Command): void => {
  const webhook = group(program, 'webhook', "where an account's service sends its events")
  addAdd(webhook)
  addList(webhook)
  addRemove(webhook)
}

const clientOf = (core: Core, session: Session) => core.accounts.client(session.account)

const addAdd = (webhook: Command): void =>
  command<AddOptions>(
    webhook,
    'add',
    'have the service send its events to an address',
    'webhook add --name inbox --callback-url https://hooks.example.com/ --account shop',
    (add) =>
      add
        .requiredOption('--name <name>', 'a name to know it by')
        .requiredOption('--callback-url <url>', 'where deliveries go; an inbox prints its own')
        .option('--description <text>', 'what it is for'),
    async (session, { name, callbackUrl, description }) => {
      const added = await session.withVault(async (core) => {
        const { network } = core.accounts.get(session.account)
        const client = await clientOf(core, session)
        return client.createWebhook(
          {
            type: 'nft_api',
            name,
            network,
            callback_url: callbackUrl,
            ...(description === undefined ? {} : { description }),
          },
          { signal: session.signal },
        )
      })
      return {
        json: added,
        text: `Added.\n${facts([
          ['id', added.id],
          ['name', added.name],
          ['network', added.network],
          ['callback URL', added.callback_url],
        ])}`,
      }
    },
  )

const addList = (webhook: Command): void =>
  command(
    webhook,
    'list',
    'show the webhooks, newest first',
    'webhook list --account shop',
    (list) => list,
    async (session) => {
      const all = await session.withVault(async (core) =>
        Array.fromAsync((await clientOf(core, session)).webhooks({ signal: session.signal })),
      )
      return {
        json: all,
        text:
          all.length === 0
            ? 'There is no webhook. Add one with: coldpress webhook add --name N --callback-url URL'
            : table(
                ['id', 'name', 'network', 'available', 'callback URL'],
                all.map((one) => [one.id, one.name, one.network, one.available, one.callback_url]),
              ),
      }
    },
  )

const addRemove = (webhook: Command): void =>
  command(
    webhook,
    'remove <id>',
    'have the service send no more to this webhook',
    'webhook remove 01k…',
    (remove) => remove,
    async (session, _options, id = '') => {
      await session.withVault(async (core) =>
        (await clientOf(core, session)).deleteWebhook(id, { signal: session.signal }),
      )
      return { json: { removed: id }, text: `Removed ${id}. Events that came stay here.` }
    },
  )
