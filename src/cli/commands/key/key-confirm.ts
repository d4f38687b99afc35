import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { App } from '#app/create-app.ts'
import { vaultKeysQuestion } from '#app/policies/confirm-keys.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import { command } from '#cli/program.ts'

export const addKeyConfirm = (key: Command): void =>
  command<{ readonly yes?: boolean }>(
    key,
    'confirm [hash...]',
    'confirm that keys of the vault are yours (default: all keys of the policies listed here)',
    'key confirm',
    (confirm) => confirm.option('--yes', 'do not ask for a confirmation'),
    async (session, options, ...hashes) => {
      const app = await session.app()
      // Only an open vault proves which seals are its own.
      await session.openVault()
      const wanted =
        hashes.length === 0 ? await unconfirmedKeys(app) : hashes.map((hash) => KeyHash(hash))
      if (wanted.length === 0)
        return { json: { confirmed: [] }, text: 'All keys of your policies are confirmed already.' }
      const asks = asksInTerminal(session, options, { subject: 'A key of your own' })
      await asks.confirm(vaultKeysQuestion(wanted))
      await app.ownKeys.confirm(wanted)
      return { json: { confirmed: wanted }, text: `${countText(wanted.length, 'key')} confirmed.` }
    },
  )

const unconfirmedKeys = async ({ policies, ownKeys }: App): Promise<readonly KeyHash[]> => {
  const named = (await policies.list()).flatMap(({ keys }) =>
    keys.map(({ keyHash }) => KeyHash(keyHash)),
  )
  const unconfirmed: KeyHash[] = []
  for (const keyHash of new Set(named))
    if ((await ownKeys.stateOf(keyHash)) === 'unconfirmed') unconfirmed.push(keyHash)
  return unconfirmed
}
