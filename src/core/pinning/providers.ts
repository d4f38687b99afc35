import { kubo } from './kubo/provider.ts'
import { local } from './local/provider.ts'
import type { PinProvider } from './provider.ts'
import { several } from './several/provider.ts'

/** The kinds of pin targets. The first that can be set up is the default of `pin use`. */
export const pinProviders: readonly PinProvider[] = [local, kubo, several]
