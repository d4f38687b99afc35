import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { WindowHandlersOf } from './services-deps.ts'

export const receiverHandlers: WindowHandlersOf<'receivers'> = {
  'receivers.warnings': ({ role, address }) => [...receiverWarnings(role, [address])],
}
