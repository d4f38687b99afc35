import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { trustQuestion } from '#app/servers/seal-facts.ts'
import { asksInTerminal, yesOption, type YesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'

type TrustOptions = YesOption & { readonly replace?: boolean }

export const addStudioTrust = (studio: Command): void =>
  command<TrustOptions>(
    studio,
    'trust [key]',
    'fix the key of the vault that alone confirms payouts, royalties and prices here; without one, show this vault’s own',
    'studio trust 5f0c…',
    (trust) =>
      trust
        .option('--replace', 'replace the key of another vault that is fixed already')
        .addOption(yesOption('trust')),
    async (session, options, key) => {
      if (key !== undefined) await trust(session, options, key.toLowerCase())
      const { vault } = await session.app()
      const shown = {
        seal_key: (await vault.sealKey()) ?? null,
        creator_key: (await vault.creatorKey()) ?? null,
      }
      return { json: shown, text: shownText(shown) }
    },
  )

const trust = async (session: Session, options: TrustOptions, key: string): Promise<void> => {
  const { vault } = await session.app()
  const before = await vault.creatorKey()
  if (before === key) return
  if (before !== undefined && options.replace !== true)
    throw new ColdpressError(
      'conflict',
      `The key ${before} is fixed here already. To fix another one, add --replace; nothing counts then before its vault has confirmed it.`,
    )
  const asks = asksInTerminal(session, options, { subject: 'The vault that confirms' })
  await asks.confirm(trustQuestion(key))
  await session.withVault((app) => app.vault.trustCreator(key))
  session.terminal.info('A studio that runs has to be started again.')
}

const shownText = (shown: {
  readonly seal_key: string | null
  readonly creator_key: string | null
}): Text => [
  detailTable([
    ['key of this vault', shown.seal_key ?? 'none yet'],
    ['confirmed by', shown.creator_key ?? 'this vault'],
  ]),
  shown.creator_key === null
    ? `To have a server count only what this vault confirms, there: ${hint(`studio trust ${shown.seal_key ?? 'KEY'}`, { home: undefined })}`
    : `To bring what waits to the vault of the creator: ${hint('studio confirm --out facts.json')}`,
]
