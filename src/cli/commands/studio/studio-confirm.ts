import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { type Network, networks } from '#core/cardano/network.ts'
import { isColdpressError } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { openStudioFacts, type Unconfirmed } from '#studio/unconfirmed.ts'
import { yesOption } from '#cli/terminal/confirmation.ts'
import { confirmByTyping } from '#cli/terminal/confirm-by-typing.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'

type ConfirmOptions = { readonly network: Network; readonly yes?: boolean }

export const addStudioConfirm = (studio: Command): void =>
  command<ConfirmOptions>(
    studio,
    'confirm',
    'show and confirm collections, prices and addresses that were stored while the vault was locked',
    'studio confirm --network devnet',
    (confirm) =>
      confirm
        .addOption(
          new Option('--network <network>', 'the network whose studio is meant')
            .choices(networks)
            .default('devnet'),
        )
        .addOption(yesOption('confirm')),
    async (session, options) => {
      const confirmed = await confirmFacts(session, options)
      return {
        json: { confirmed: confirmed.map(({ statement: { kind, id } }) => ({ kind, id })) },
        text:
          confirmed.length === 0
            ? 'Everything is confirmed already.'
            : `${countText(confirmed.length, 'fact')} confirmed.`,
      }
    },
  )

const confirmFacts = async (
  session: Session,
  options: ConfirmOptions,
): Promise<readonly Unconfirmed[]> => {
  const { network } = options
  const core = await session.core()
  // Before anything is shown: only an open vault proves which seals are its own.
  await session.openVault()
  const path = join(core.home, 'studio', `${network}.db`)
  const studio = openStudioFacts(path, network, core.studioKeys(network))
  if (studio === undefined) return []
  try {
    const facts = await studio.unconfirmed()
    if (facts.length === 0) return facts
    await confirmByTyping(session, options, {
      what: 'What nobody sealed',
      lines: [
        `Nothing proves who wrote this in the studio's database on ${network}. Compare each address and price with your own notes:`,
        ...facts.map(({ text, why }) => `- ${text}${why === undefined ? '' : ` [${why}]`}`),
      ],
      word: 'confirm',
    })
    await studio.confirm(facts)
    for (const { statement } of facts)
      if (statement.kind === 'wallet') await core.wallets.confirm(statement.id).catch(notListed)
    return facts
  } finally {
    studio.close()
  }
}

/** A wallet that was restored elsewhere may be unknown to the app's own list. */
const notListed = (error: unknown): void => {
  if (!isColdpressError(error, 'not_found')) throw error
}
