import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { HandlersOf } from './services-deps.ts'

export const receiverHandlers: HandlersOf<'receivers'> = {
  'receivers.warnings': ({ role, address }) => [...receiverWarnings(role, [address])],
}
