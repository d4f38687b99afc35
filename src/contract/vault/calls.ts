import { z } from 'zod'
import { probe, vaultStatus } from './status.ts'
import { requiredSecret, secretText } from '../window/secret-text.ts'

export const vaultCalls = {
  'vault.status': { input: z.null(), output: vaultStatus },
  'vault.create': {
    secret: true,
    input: z.object({ passphrase: requiredSecret }),
    output: vaultStatus,
  },
  'vault.unlock': {
    secret: true,
    input: z.object({ passphrase: requiredSecret }),
    output: vaultStatus,
  },
  'vault.lock': { input: z.null(), output: vaultStatus },
  'vault.change': {
    secret: true,
    input: z.object({ oldPassphrase: requiredSecret, newPassphrase: secretText }),
    output: vaultStatus,
  },
  'vault.probe': { input: z.null(), output: z.object({ store: probe, keychain: probe }) },
} as const
