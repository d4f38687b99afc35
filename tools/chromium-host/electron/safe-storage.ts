import type { SafeStorage } from 'electron'
import { strict } from './strict.ts'

/** There is no keychain of Electron's here. Coldpress keeps secrets in its vault. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => false,
} satisfies Pick<SafeStorage, 'isEncryptionAvailable'>)
