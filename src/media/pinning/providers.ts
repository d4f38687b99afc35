import { blockfrostIpfs } from './blockfrost/provider.ts'
import { filebase } from './filebase/provider.ts'
import { kubo } from './kubo/provider.ts'
import { local } from './local/provider.ts'
import { pinata } from './pinata/provider.ts'
import { pinningService } from './pinning-service/provider.ts'
import type { PinProvider } from './provider.ts'
import { several } from './several/provider.ts'

/** The kinds of pin targets. The first that can be set up is the default of `pin use`. */
export const pinProviders: readonly PinProvider[] = [
  local,
  kubo,
  filebase,
  pinata,
  blockfrostIpfs,
  pinningService,
  several,
]
