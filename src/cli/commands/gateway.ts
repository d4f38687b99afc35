import type { Command } from 'commander'
import { type Network, networks } from '#cardano/network.ts'
import { settableGatewayProviders } from '#chain/gateway/gateway-configs.ts'
import type { GatewayConfig, PublicNetwork } from '#chain/gateway/stored-gateways.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { DayUsage } from '#chain/gateway/gateway-usage.ts'
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
import { cutColumn, numberColumn, table } from '#cli/terminal/table.ts'

export const addGatewayCommands = (program: Command): void => {
  const gateway = group(program, 'gateway', 'servers that read each network and send transactions')
  addList(gateway)
  addSet(gateway)
  addBudget(gateway)
  addRemove(gateway)
  addTest(gateway)
}

const stateOf = ({ kind, isDefault }: GatewayConfig): string => {
  if (!isDefault) return 'set up'
  const provider = settableGatewayProviders().find((provider) => provider.kind === kind)
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
    'list the gateway of each network',
    'gateway list',
    (list) => list,
    async (session) => {
      const { gateways } = await session.app()
      const listed = gateways
        .list()
        .map((config) => ({ config, today: gateways.usage.today(config.network) }))
      return {
        json: snakeKeys(listed.map(({ config, today }) => ({ ...config, ...usageJson(today) }))),
        text: table(listed, {
          network: ({ config }) => config.network,
          gateway: ({ config }) => config.name,
          address: cutColumn(({ config }) => config.baseUrl),
          state: ({ config }) => stateOf(config),
          'calls today': numberColumn(({ config, today }) => callsText(config, today)),
        }),
      }
    },
  )

const usageJson = ({ calls, isUsedUp }: DayUsage = { calls: 0, isUsedUp: false }) => ({
  callsToday: calls,
  isUsedUp,
})

const callsText = ({ isDefault, callsPerDay }: GatewayConfig, usage?: DayUsage): string => {
  if (isDefault || usage === undefined) return ''
  const counted = numberText(usage.calls)
  const ofBudget = callsPerDay === null ? counted : `${counted} of ${numberText(callsPerDay)}`
  return usage.isUsedUp ? `${ofBudget}, used up until midnight UTC` : ofBudget
}

const addBudget = (gateway: Command): void =>
  command(
    gateway,
    'budget <network> <calls>',
    'how many calls a day your plan of a gateway has: a number, or any',
    'gateway budget preprod 50000',
    (budget) => budget,
    async (session, _options, text = '', calls = '') => {
      const callsPerDay = calls === 'any' ? null : Number(calls)
      if (callsPerDay !== null && (!Number.isSafeInteger(callsPerDay) || callsPerDay < 1))
        throw new ColdpressError('usage', `${calls} is not a number of calls. Give 50000, or any.`)
      const { gateways } = await session.app()
      const config = gateways.setBudget(publicNetwork(text), callsPerDay)
      return {
        json: snakeKeys(config),
        text:
          callsPerDay === null
            ? `${config.name} has no budget of calls.`
            : `${config.name} has a budget of ${numberText(callsPerDay)} calls a day.`,
      }
    },
  )

const addSet = (gateway: Command): void =>
  command<ProviderOptions & { readonly name?: string }>(
    gateway,
    'set <network>',
    'set the gateway of a network; its secret, if it has one, is stored in the vault',
    'gateway set preprod --project-id-file project-id.txt',
    (set) =>
      addProviderOptions(set, settableGatewayProviders()).option(
        '--name <name>',
        'a name to recognise it by (default: the host of the address)',
      ),
    async (session, options, text = '') => {
      const { provider, settings } = providerSettingsIn(settableGatewayProviders(), options)
      const { name } = options
      const wanted = {
        network: publicNetwork(text),
        kind: provider.kind,
        settings,
        ...(name === undefined ? {} : { name }),
      }
      const secret = await providerSecret(provider, options, session.terminal)
      try {
        const config = await session.withVault((app) =>
          app.gateways.set(secret === undefined ? wanted : { ...wanted, secret }),
        )
        return {
          json: snakeKeys(config),
          text: [
            `${config.name} is now the gateway of ${config.network}. To test it: ${hint(`gateway test ${config.network}`)}`,
            ...(provider.limits ?? []),
          ].join('\n'),
        }
      } finally {
        secret?.wipe()
      }
    },
  )

const addRemove = (gateway: Command): void =>
  command(
    gateway,
    'remove <network>',
    'remove the gateway of a network and its secret from this computer',
    'gateway remove preprod',
    (remove) => remove,
    async (session, _options, text = '') => {
      const network = publicNetwork(text)
      const removed = await session.withVault((app) => app.gateways.remove(network))
      return {
        json: snakeKeys(removed),
        text: `Removed ${removed.name} of ${network} and its secret.`,
      }
    },
  )

const addTest = (gateway: Command): void =>
  command(
    gateway,
    'test [network]',
    'check that a gateway answers, accepts the secret and serves the network',
    'gateway test preprod',
    (test) => test,
    async (session, _options, text = 'devnet') => {
      const network = networkOf(text)
      const { name, tip, tipAgeSeconds, milliseconds } = await session.withVault((app) =>
        app.gateways.test(network),
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

/** @throws ColdpressError `usage` */
const publicNetwork = (text: string): PublicNetwork => {
  const network = networkOf(text)
  if (network !== 'devnet') return network
  throw new ColdpressError(
    'usage',
    'The devnet has its own gateway. Give mainnet, preprod or preview.',
  )
}
