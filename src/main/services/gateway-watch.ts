import type { ServiceContext, ServicesDeps } from './services-deps.ts'

const everyMs = 1_000

/**
 * Brings a gateway that the command line set, removed or gave another budget into the running window:
 * its studio starts again with it, and views fetch it.
 * @returns stops watching
 */
export const watchGateways = (
  { core, emit }: ServiceContext & Pick<ServicesDeps, 'emit'>,
  startStudios: () => void,
): (() => void) => {
  const budgets = (): string =>
    core.gateways
      .list()
      .map(({ callsPerDay }) => callsPerDay)
      .join(' ')
  let known = budgets()
  const look = async (): Promise<void> => {
    const changed = await core.gateways.takeOutsideChanges()
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
