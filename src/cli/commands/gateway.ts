import type { Command } from 'commander'
import { type Network, networks } from '#values/networks/networks.ts'
import type { App } from '#app/create-app.ts'
import { askGateway, gatewayKinds } from '#app/gateways/ask-gateway.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { GatewayView } from '#contract/gateways/calls.ts'
import { durationText, numberText } from '#values/text/format.ts'
import { secretFieldOf } from '#contract/providers/providers.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import {
  addProviderOptions,
  type ProviderOptions,
  providerSecret,
  providerSettingsIn,
} from '../options/provider-options.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { cutColumn, numberColumn, table } from '../terminal/table.ts'

export const addGatewayCommands = (program: Command): void => {
  const gateway = group(program, 'gateway', 'servers that read each network and send transactions')
  addList(gateway)
  addAdd(gateway)
  addSet(gateway)
  addOrder(gateway)
  addBudget(gateway)
  addRemove(gateway)
  addTest(gateway)
}

/** A network whose gateway a user sets up. */
type PublicNetwork = Exclude<Network, 'devnet'>

const stateOf = ({ kind, isDefault }: GatewayView): string => {
  if (!isDefault) return 'set up'
  const provider = gatewayKinds().find((provider) => provider.kind === kind)
  if (provider === undefined) return 'built in'
  const secret = secretFieldOf(provider)
  if (secret === undefined) return 'not set up'
  const { label } = secret
  return `needs a ${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

const addList = (gateway: Command): void =>
  command(
    gateway,
    'list',
    'list the gateways of each network in the order in which they are asked',
    'gateway list',
    (list) => list,
    async (session) => {
      const { gateways } = await session.app()
      const listed = gateways
        .list()
        .map((config) => ({ config, today: gateways.usage.today(config.id) }))
      return {
        json: snakeKeys(listed.map(({ config, today }) => ({ ...config, ...usageJson(today) }))),
        text: table(listed, {
          network: ({ config }) => config.network,
          id: ({ config }) => config.id,
          gateway: ({ config }) => config.name,
          address: cutColumn(({ config }) => config.baseUrl),
          state: ({ config }) => stateOf(config),
          'calls today': numberColumn(({ config, today }) => callsText(config, today)),
        }),
      }
    },
  )

type DayUsage = ReturnType<App['gateways']['usage']['today']>

const usageJson = ({ calls, isUsedUp }: DayUsage = { calls: 0, isUsedUp: false }) => ({
  callsToday: calls,
  isUsedUp,
})

const callsText = ({ isDefault, callsPerDay }: GatewayView, usage?: DayUsage): string => {
  if (isDefault || usage === undefined) return ''
  const counted = numberText(usage.calls)
  const ofBudget = callsPerDay === null ? counted : `${counted} of ${numberText(callsPerDay)}`
  return usage.isUsedUp ? `${ofBudget}, used up until midnight UTC` : ofBudget
}

const addBudget = (gateway: Command): void =>
  command(
    gateway,
    'budget <gateway> <calls>',
    'how many calls a day your plan of a gateway has: a number, or any',
    'gateway budget preprod 50000',
    (budget) => budget,
    async (session, _options, text = '', calls = '') => {
      const callsPerDay = calls === 'any' ? null : Number(calls)
      if (callsPerDay !== null && (!Number.isSafeInteger(callsPerDay) || callsPerDay < 1))
        throw new ColdpressError('usage', `${calls} is not a number of calls. Give 50000, or any.`)
      const app = await session.app()
      const config = app.gateways.setBudget(settable(app, text), callsPerDay)
      return {
        json: snakeKeys(config),
        text:
          callsPerDay === null
            ? `${config.name} has no budget of calls.`
            : `${config.name} has a budget of ${numberText(callsPerDay)} calls a day.`,
      }
    },
  )

type SetOptions = ProviderOptions & { readonly name?: string }

type NewGateway = Parameters<App['gateways']['add']>[0]

const withSetOptions = (set: Command): Command =>
  addProviderOptions(set, gatewayKinds()).option(
    '--name <name>',
    'a name to recognise it by (default: the host of the address)',
  )

/** Reads what was asked for, asks its server, stores it by `store`. */
const storeAsked = async (
  session: Session,
  options: SetOptions,
  network: PublicNetwork,
  store: (gateways: App['gateways'], wanted: NewGateway) => Promise<GatewayView>,
) => {
  const { provider, settings } = providerSettingsIn(gatewayKinds(), options)
  const { name } = options
  const wanted = {
    network,
    kind: provider.kind,
    settings,
    ...(name === undefined ? {} : { name }),
  }
  const secret = await providerSecret(provider, options, session.terminal)
  try {
    const { gateways } = await session.app()
    const given = secret === undefined ? wanted : { ...wanted, secret }
    const { untested, callsToday } = await session.terminal.showWhile('Asking the gateway …', () =>
      askGateway(gateways, given),
    )
    const config = await session.withVault(() => store(gateways, { ...given, callsToday }))
    return {
      json: { ...config, untested },
      config,
      notes: [
        untested === null
          ? `It answers for ${network}.`
          : `It was not tested: ${untested} To test it: ${hint(`gateway test ${config.id}`)}`,
        ...(provider.limits ?? []),
      ],
    }
  } finally {
    secret?.wipe()
  }
}

const addSet = (gateway: Command): void =>
  command<SetOptions>(
    gateway,
    'set <gateway>',
    'set up the gateway of a network, or replace one of its gateways; a secret is stored in the vault',
    'gateway set preprod --project-id-file project-id.txt',
    withSetOptions,
    async (session, options, text = '') => {
      const app = await session.app()
      const replaced = settable(app, text)
      const found = app.gateways.list().find(({ id }) => id === replaced)
      const network = publicNetwork(found?.network ?? text)
      const { config, json, notes } = await storeAsked(
        session,
        options,
        network,
        (stored, wanted) => stored.set(wanted, replaced),
      )
      return {
        json: snakeKeys(json),
        text: [`${config.name} is now the gateway ${config.id}.`, ...notes],
      }
    },
  )

const addAdd = (gateway: Command): void =>
  command<SetOptions>(
    gateway,
    'add <network>',
    'add a gateway behind the others of a network; it is asked when they do not answer',
    'gateway add preprod --kind koios --token-file token.txt',
    withSetOptions,
    async (session, options, text = '') => {
      const { config, json, notes } = await storeAsked(
        session,
        options,
        publicNetwork(text),
        (stored, wanted) => stored.add(wanted),
      )
      return {
        json: snakeKeys(json),
        text: [
          `${config.name} is now the last gateway of ${config.network}, with the ID ${config.id}.`,
          ...notes,
        ],
      }
    },
  )

const addOrder = (gateway: Command): void =>
  command(
    gateway,
    'order <network> <ids...>',
    'set the order in which the gateways of a network are asked',
    'gateway order preprod preprod-2 preprod',
    (order) => order,
    async (session, _options, text = '', ...ids) => {
      const { gateways } = await session.app()
      const ordered = await gateways.order(publicNetwork(text), ids)
      return {
        json: snakeKeys(ordered),
        text: `Coldpress asks ${ordered.map(({ name, id }) => `${name} (${id})`).join(', then ')}.`,
      }
    },
  )

const addRemove = (gateway: Command): void =>
  command(
    gateway,
    'remove <gateway>',
    'remove a gateway and its secret from this computer',
    'gateway remove preprod',
    (remove) => remove,
    async (session, _options, text = '') => {
      const removed = await session.withVault((app) => app.gateways.remove(settable(app, text)))
      return {
        json: snakeKeys(removed),
        text: `Removed ${removed.name} of ${removed.network} and its secret.`,
      }
    },
  )

const addTest = (gateway: Command): void =>
  command(
    gateway,
    'test [gateway]',
    'check that a gateway answers, accepts the secret and serves the network',
    'gateway test preprod',
    (test) => test,
    async (session, _options, text = 'devnet') => {
      const { network, name, tip, tipAgeSeconds, milliseconds } = await session.withVault((app) =>
        app.gateways.test(text === 'devnet' ? text : settable(app, text)),
      )
      return {
        json: {
          network,
          name,
          tip: { height: tip.height, hash: tip.hash, slot: String(tip.slot), time: tip.time },
          tip_age_seconds: tipAgeSeconds,
          milliseconds,
        },
        text: `${name} answers for ${network} (${milliseconds} ms). Its newest block is ${tip.height}, ${durationText(tipAgeSeconds)} old.`,
      }
    },
  )

/** @throws ColdpressError `usage` */
const networkOf = (text: string): Network => {
  const found = networks.find((network) => network === text)
  if (found !== undefined) return found
  throw new ColdpressError(
    'usage',
    `${text} is not a network. Give one of: ${networks.join(', ')}.`,
  )
}

/** An ID of the list, or a network. @throws ColdpressError `usage` */
const settable = ({ gateways }: Pick<App, 'gateways'>, text: string): string => {
  if (gateways.list().some(({ id, isDefault }) => id === text && !isDefault)) return text
  if (networks.some((network) => network === text)) return publicNetwork(text)
  throw new ColdpressError(
    'usage',
    `${text} is not a network, and no gateway has this ID. To list them: ${hint('gateway list')}`,
  )
}

/** @throws ColdpressError `usage` */
const publicNetwork = (text: string): PublicNetwork => {
  const network = networkOf(text)
  if (network !== 'devnet') return network
  throw new ColdpressError(
    'usage',
    'The devnet has its own gateway. Give mainnet, preprod or preview.',
  )
}
