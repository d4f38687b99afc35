import { ColdpressError } from '../../../shared/errors.ts'
import type { Network } from '../../../core/cardano/network.ts'
import type { PolicyKeys } from '../../../core/cardano/policy-keys.ts'
import type { RunningStudio } from '../../../core/index.ts'
import type { Death, Port } from '../port.ts'

export type RemoteStudioOptions = {
  readonly start: () => Port
  readonly home: string
  readonly network: Network
  /** What the studio process asks for is done here: main relays it to the keys process. */
  readonly keys: PolicyKeys
  readonly onDeath: (death: Death) => void
  /** Faults of the messages, never their contents. Default: standard error. */
  readonly log?: (line: string) => void
}

export const startRemoteStudio = async (_options: RemoteStudioOptions): Promise<RunningStudio> => {
  throw new ColdpressError('not_implemented', 'The studio process is being written.')
}
