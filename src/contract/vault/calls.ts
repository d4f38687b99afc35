import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { probe, vaultStatus } from './status.ts'
import { requiredSecret, secretText } from '../window/secret-text.ts'

export const vaultCalls = {
  'vault.status': { reads: true, input: z.null(), output: vaultStatus },
  'vault.create': {
    answers: { of: 'vault.status' },
    secret: true,
    input: z.object({ passphrase: requiredSecret }),
    output: vaultStatus,
  },
  'vault.unlock': {
    answers: { of: 'vault.status' },
    secret: true,
    input: z.object({ passphrase: requiredSecret }),
    output: vaultStatus,
  },
  'vault.lock': {
    answers: { of: 'vault.status' },
    input: z.null(),
    output: vaultStatus,
  },
  'vault.change': {
    answers: { of: 'vault.status' },
    secret: true,
    input: z.object({ oldPassphrase: requiredSecret, newPassphrase: secretText }),
    output: vaultStatus,
  },
  'vault.probe': {
    reads: true,
    input: z.null(),
    output: z.object({ store: probe, keychain: probe }),
  },
} as const satisfies WindowCalls

export const vaultEvents = {
  /** Accounts with an API key in sealed files can answer after an unlock. */
  'vault.changed': {
    answers: { of: 'vault.status' },
    changes: [
      { area: 'collections', when: { field: 'state', is: 'unlocked' } },
      { area: 'inboxes', when: { field: 'state', is: 'unlocked' } },
    ],
    payload: vaultStatus,
  },
} as const satisfies WindowEvents
