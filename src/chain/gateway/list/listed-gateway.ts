import type { Gateway } from '../gateway.ts'

/** A gateway of a list, which proves its network before its first answer. */
export type ListedGateway = {
  readonly id: string
  readonly name: string
  readonly gateway: Gateway
}

/** Runs a call with one gateway of a list after the other, until one answers it. */
export type RunOnListed = <T>(
  work: (member: ListedGateway) => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>
