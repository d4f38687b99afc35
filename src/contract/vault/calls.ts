import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { probe, vaultStatus } from './status.ts'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { vaultWork } from '../sales/vault-work.ts'
import { requiredSecret, secretText } from '../window/secret-text.ts'

const localVaultWork = vaultWork.extend({ accountId: shortText })

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
  /** What the Local studios need of the vault, by collection; empty answers nothing waits. */
  'vault.work': { reads: true, input: z.null(), output: listOf(localVaultWork) },
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
