import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'

export const vaultStatus = z.object({
  /** `new`: no passphrase has been set. `locked`: keys can be stored, but nothing can sign. */
  state: z.enum(['new', 'locked', 'unlocked']),
  backend: z.enum(['keychain', 'sealed-files']),
  /** Why the keychain is not used; a sentence for the user. */
  note: longText.optional(),
})
export type VaultView = z.output<typeof vaultStatus>

export const probe = z.discriminatedUnion('works', [
  z.object({ works: z.literal(true) }),
  z.object({ works: z.literal(false), reason: longText }),
])
