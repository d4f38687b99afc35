import { gatewayErrors } from '#contract/gateways/errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import { isBudgetUsedUp } from '../call-pace.ts'
import type { Gateway, GatewayAbility } from '../gateway.ts'
import { forwardedCalls } from '../reached-gateway.ts'
import type { ListMemory } from './list-memory.ts'
import type { ListedGateway, RunOnListed } from './listed-gateway.ts'
import { requireCurrent, tipFrom } from './known-tip.ts'
import { submitOnce } from './submit-once.ts'

/** For the event log: reading went on with another gateway. */
export type GatewayNotice = {
  readonly level: 'info' | 'warning'
  readonly message: string
  readonly details: Readonly<Record<string, string>>
}

export type GatewayListOptions = {
  readonly network: Network
  /** In the order in which they are asked; at least one. */
  readonly members: readonly ListedGateway[]
  readonly memory: ListMemory
  readonly notify: (notice: GatewayNotice) => void
  readonly now: () => Date
}

/** How long a gateway that failed is left alone, where another one answers. */
const pauseMs = 60_000

/**
 * Several gateways of one network as one. Each call goes to the first that can answer it; one that
 * failed, or whose calls are used up, is asked after the others. A gateway that lags behind what was
 * answered before is not asked, so that a transaction does not disappear.
 */
export const createGatewayList = (options: GatewayListOptions): Gateway => {
  const { network, members, memory } = options
  const run: RunOnListed = (work, signal) => runOnMembers(options, work, signal)
  const gateways = members.map(({ gateway }) => gateway)
  return {
    ...forwardedCalls(network, (work, signal) => run(({ gateway }) => work(gateway), signal)),
    lacks: commonLacks(gateways),
    usedUpUntil: () => firstIfAll(gateways, (gateway) => stopOf(gateway)),
    bannedUntil: () => firstIfAll(gateways, (gateway) => gateway.bannedUntil?.()),
    busyUntil: () => firstIfAll(gateways, (gateway) => gateway.busyUntil?.()),
    budget: () => inOrder(options)[0]?.gateway.budget?.(),
    tip: (signal) => run((member) => tipFrom(memory, member, signal), signal),
    submit: (signed, signal) => submitOnce({ memory, run }, signed, signal),
  }
}

type Failure = { readonly member: ListedGateway; readonly error: ColdpressError }

const runOnMembers = async <T>(
  options: GatewayListOptions,
  work: (member: ListedGateway) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  const failures: Failure[] = []
  for (const member of inOrder(options)) {
    try {
      await requireCurrent(options.memory, member, signal)
      const answer = await work(member)
      noteReading(options, member)
      return answer
    } catch (error) {
      if (signal?.aborted === true || !isColdpressError(error) || !mayOtherAnswer(error))
        throw error
      if (!isOfCall(error)) pause(options, member, error)
      failures.push({ member, error })
    }
  }
  throw errorOfAll(options.network, failures)
}

/** The member cannot do this one call, and answers others. */
const isOfCall = ({ code }: ColdpressError): boolean =>
  code === 'not_implemented' || code === 'too_large'

const otherMayAnswer: ReadonlySet<string> = new Set([
  'rate_limited',
  'timeout',
  'unreachable',
  'service_error',
  'unauthorized',
  'key_missing',
])

const mayOtherAnswer = (error: ColdpressError): boolean =>
  (otherMayAnswer.has(error.code) || isOfCall(error) || servesOther(error)) &&
  !isErrorBy(error, gatewayErrors, 'perhaps_sent')

/** It has not proved its network (`proveNetwork`). */
const servesOther = ({ code, details }: ColdpressError): boolean =>
  code === 'conflict' && details['magic'] !== undefined

/** That of the first which could have answered, since it says what to do. */
const errorOfAll = (network: Network, failures: readonly Failure[]): unknown => {
  const { error } = failures.find((failure) => !isOfCall(failure.error)) ?? failures[0] ?? {}
  if (error === undefined || isOfCall(error)) return error
  return new ColdpressError(
    error.code,
    `${messageOf(error)} No other gateway of ${network} answered either.`,
    { details: error.details, cause: error },
  )
}

const pause = (
  { memory, now }: GatewayListOptions,
  { id }: ListedGateway,
  error: ColdpressError,
): void => {
  memory.pauses.set(id, { untilMs: now().getTime() + pauseMs, reason: messageOf(error) })
}

/** Usable ones first, then those over the user's budget, then those that failed or refuse calls. */
const inOrder = (options: GatewayListOptions): readonly ListedGateway[] =>
  options.members.toSorted((a, b) => rankOf(options, a) - rankOf(options, b))

const rankOf = (options: GatewayListOptions, member: ListedGateway): number => {
  if (isPaused(options, member) || stopOf(member.gateway) !== undefined) return 2
  return isBudgetUsedUp(member.gateway) ? 1 : 0
}

/** A pause further off than one lasts was set before the clock was put back. */
const isPaused = ({ memory, now }: GatewayListOptions, { id }: ListedGateway): boolean => {
  const leftMs = (memory.pauses.get(id)?.untilMs ?? 0) - now().getTime()
  return leftMs > 0 && leftMs <= pauseMs
}

const stopOf = (gateway: Gateway): Date | undefined =>
  gateway.bannedUntil?.() ?? gateway.usedUpUntil?.()

const firstIfAll = (
  gateways: readonly Gateway[],
  timeOf: (gateway: Gateway) => Date | undefined,
): Date | undefined => {
  const times = gateways.map(timeOf).filter((time) => time !== undefined)
  return times.length < gateways.length
    ? undefined
    : times.toSorted((a, b) => a.getTime() - b.getTime())[0]
}

const commonLacks = (gateways: readonly Gateway[]): readonly GatewayAbility[] => {
  const [first, ...others] = gateways.map(({ lacks = [] }) => lacks)
  return (first ?? []).filter((ability) => others.every((lacks) => lacks.includes(ability)))
}

/** Reports a change once. A call that one member alone can answer is none. */
const noteReading = (options: GatewayListOptions, member: ListedGateway): void => {
  const { network, members, memory, notify } = options
  const before = members.find(({ id }) => id === memory.reading) ?? members[0]
  if (before === undefined || before.id === member.id) return
  const isBack = members.indexOf(member) < members.indexOf(before)
  if (!isBack && rankOf(options, before) === 0) return
  memory.reading = member.id
  const details = { network, from: before.id, to: member.id }
  if (isBack) {
    notify({ level: 'info', message: `${member.name} reads ${network} again.`, details })
    return
  }
  const reason = reasonOf(options, before)
  notify({
    level: 'warning',
    message: `${member.name} reads ${network} instead of ${before.name}: ${reason}`,
    details,
  })
}

const reasonOf = (options: GatewayListOptions, member: ListedGateway): string => {
  if (isPaused(options, member)) return options.memory.pauses.get(member.id)?.reason ?? ''
  const until = stopOf(member.gateway)
  return until === undefined
    ? 'your budget of its calls of this day is used up.'
    : `it answers no calls until ${until.toISOString()}.`
}
