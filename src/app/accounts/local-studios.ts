import type { Network } from '#values/networks/networks.ts'

type Running = { close(): Promise<void> }

export type LocalStudios<S extends Running> = {
  /** Starts the studio at its first use, once. After a failure the next use tries again. */
  readonly get: (network: Network) => Promise<S>
  /** Closes the studio of a network, if it runs; the next use starts another one. */
  readonly end: (network: Network) => Promise<void>
  readonly close: () => Promise<void>
}

/** The Local studio of each network. They share nothing, so one that fails stops no other. */
export const createLocalStudios = <S extends Running>(
  start: (network: Network) => Promise<S>,
): LocalStudios<S> => {
  const studios = new Map<Network, Promise<S>>()
  /** The last closing of each network: a new studio waits for it, since both have one database. */
  const closing = new Map<Network, Promise<void>>()
  const launch = async (network: Network): Promise<S> => {
    await closing.get(network)
    return start(network)
  }
  const end = (network: Network): Promise<void> => {
    const running = studios.get(network)
    studios.delete(network)
    if (running !== undefined) {
      const closed = running.then((studio) => studio.close())
      closing.set(
        network,
        closed.catch(() => undefined),
      )
    }
    return closing.get(network) ?? Promise.resolve()
  }
  return {
    get: (network) => {
      const known = studios.get(network)
      if (known !== undefined) return known
      const studio = launch(network)
      studios.set(network, studio)
      studio.catch(() => {
        if (studios.get(network) === studio) studios.delete(network)
      })
      return studio
    },
    end,
    close: async () => {
      await Promise.all([...studios.keys()].map(end))
    },
  }
}
