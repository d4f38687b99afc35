import { addressesIn, providerOf } from '#contract/providers/providers.ts'
import { gatewayKinds } from '#app/gateways/ask-gateway.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { Network } from '#values/networks/networks.ts'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { EventsService } from './events/events-service.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'

export const gatewayHandlers = (
  context: ConfirmingContext & Pick<EventsService, 'startStudios'>,
): WindowHandlersOf<'gateways'> => {
  const {
    app: { gateways },
    log,
    startStudios,
  } = context
  const confirmed = async ({ network, kind, settings }: AskedGateway): Promise<void> => {
    const purpose = `It gets the key that was entered, says what is on ${network}, and sends your transactions there.`
    await confirmAddresses(
      context,
      addressesIn(providerOf(gatewayKinds(), kind), settings),
      purpose,
    )
  }
  const stored = async (
    {
      network,
      kind,
      name,
      settings,
      secret,
    }: AskedGateway & { readonly name: string; readonly secret: string | null },
    store: (wanted: NewGateway) => Promise<CallOutput<'gateways.add'>>,
  ): Promise<CallOutput<'gateways.add'>> => {
    await confirmed({ network, kind, settings })
    const wanted: NewGateway = {
      network,
      kind,
      settings,
      callsToday: counted.get(network),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    }
    const config = await withSecret(secret, (given) => store({ ...wanted, ...given }))
    log({
      level: 'info',
      kind: 'connection',
      message: `${config.name} serves ${network} from now on.`,
      details: { network, baseUrl: config.baseUrl },
    })
    startStudios()
    return config
  }
  /** What a service had counted today when it was checked. */
  const counted = new Map<Network, number>()
  return {
    'gateways.check': async ({ secret, ...wanted }) => {
      await confirmed(wanted)
      const { tip, callsToday, ...found } = await withSecret(secret, (given) =>
        gateways.check({ ...wanted, ...given }),
      )
      counted.set(found.network, callsToday ?? 0)
      return { ...found, height: tip.height, callsToday: callsToday ?? null }
    },
    'gateways.usage': () =>
      gateways
        .list()
        .filter(({ isDefault }) => !isDefault)
        .map(({ id, network, callsPerDay }) => ({
          id,
          network,
          callsPerDay,
          ...gateways.usage.today(id),
          bannedUntil: gateways.usage.bannedUntil(id)?.toISOString() ?? null,
        })),
    'gateways.forecast': async ({ accountId }) => {
      const { kind, chain } = context.app.accounts.get(accountId)
      if (kind !== 'local' || chain === undefined || chain === 'devnet') return null
      const client = await context.app.accounts.client(accountId)
      const { open_sales: openSales, busy_until: busyUntil } = await client.getGatewayUse()
      const budgets = gateways
        .list()
        .filter(({ network }) => network === chain)
        .map(({ callsPerDay }) => callsPerDay)
      const busy = busyUntil === undefined ? {} : { busyUntil }
      return { openSales, ...busy, callsPerDay: sumOfBudgets(budgets) }
    },
    'gateways.setBudget': ({ id, callsPerDay }) => gateways.setBudget(id, callsPerDay),
    'gateways.list': () => [...gateways.list()],
    'gateways.providers': () => [...gatewayKinds()],
    'gateways.set': ({ id, ...asked }) => stored(asked, (wanted) => gateways.set(wanted, id)),
    'gateways.add': (asked) => stored(asked, gateways.add),
    'gateways.order': async ({ network, ids }) => {
      const ordered = await gateways.order(network, ids)
      log({
        level: 'info',
        kind: 'connection',
        message: `The gateways of ${network} are asked in a new order: ${ordered.map(({ name }) => name).join(', ')}.`,
      })
      startStudios()
      return [...ordered]
    },
    'gateways.test': async ({ id }) => {
      const { name, tip, tipAgeSeconds, milliseconds } = await gateways.test(id)
      return { name, height: tip.height, slot: String(tip.slot), tipAgeSeconds, milliseconds }
    },
    'gateways.remove': async ({ id }) => {
      const { name, network } = await gateways.remove(id)
      log({
        level: 'warning',
        kind: 'connection',
        message: `The gateway ${name} of ${network} and its secret were removed from this machine.`,
      })
      // those that are left
      startStudios()
      return null
    },
  }
}

type NewGateway = Parameters<ConfirmingContext['app']['gateways']['add']>[0]
type AskedGateway = Pick<CallInput<'gateways.set'>, 'network' | 'kind' | 'settings'>

/** Gives the work a secret of the window, and wipes it afterwards. */
const withSecret = <T>(
  secret: string | null,
  work: (given: { readonly secret?: Secret }) => Promise<T>,
): Promise<T> =>
  secret === null
    ? work({})
    : useAndWipe(Secret.ofText(secret.trim()), (key) => work({ secret: key }))

const everyMs = 1_000

/**
 * Brings a gateway that the command line set, removed or gave another budget into the running window:
 * its studio starts again with it, and views fetch it.
 * @returns stops watching
 */
export const watchGateways = (
  { app, emit }: ServiceContext & Pick<ServicesDeps, 'emit'>,
  startStudios: () => void,
): (() => void) => {
  const budgets = (): string =>
    app.gateways
      .list()
      .map(({ callsPerDay }) => callsPerDay)
      .join(' ')
  let known = budgets()
  const look = async (): Promise<void> => {
    const changed = await app.gateways.takeOutsideChanges()
    const before = known
    known = budgets()
    if (changed.length === 0 && known === before) return
    emit('gateways.changed', { networks: [...changed] })
    if (changed.length > 0) startStudios()
  }
  // The database may be busy, which the next look finds out, or closed at the app's end.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** What a network's gateways may be asked in a day together; null where one of them has no budget. */
const sumOfBudgets = (budgets: readonly (number | null)[]): number | null =>
  budgets.reduce((sum, budget) => (sum === null || budget === null ? null : sum + budget), 0)
