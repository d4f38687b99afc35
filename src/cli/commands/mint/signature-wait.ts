import type { Mint } from '#contract/mints/mint.ts'
import { deadlineOf, waitsForStudioVault } from '#app/mints/awaited-signatures.ts'
import type { VaultView } from '#contract/vault/status.ts'
import type { MintSession } from './mint-session.ts'

/** Another process of the home that has the vault open signs within its next round, mostly. */
const othersMs = 20_000

/** The parts of a mint session that waiting depends on: its vault and its terminal. */
export type WaitingContext = Pick<MintSession, 'isLocal'> & {
  readonly app: { readonly vault: { status(): Pick<VaultView, 'state'> } }
  readonly session: { readonly terminal: { info(line: string): void } }
}

/**
 * How long a command waits for a mint's signatures. Whoever has the vault of this home open gives
 * them: this command, or another process. While the vault that should sign is open here, waiting goes
 * on until the transaction can be sent no more; else only as long as another process would take.
 */
export const createSignatureWait = (
  { isLocal, app, session: { terminal } }: WaitingContext,
  now: () => number = Date.now,
): ((mint: Mint) => boolean) => {
  let since: number | undefined
  let said = ''
  return (mint) => {
    if (!waitsForStudioVault(mint)) return false
    const why = mint.signing_blocked?.message ?? ''
    if (why !== said) terminal.info(`It waits for a signature of the vault. ${why}`)
    said = why
    since ??= now()
    const isOpen = isLocal ? app.vault.status().state === 'unlocked' : why === ''
    return isOpen ? now() < deadlineOf(mint) : now() - since < othersMs
  }
}
