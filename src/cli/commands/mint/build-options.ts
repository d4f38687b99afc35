import { type Command, Option } from 'commander'
import type { Mint } from '#contract/mints/mint.ts'
import type { Asks } from '#app/asks.ts'
import { openMint } from '#app/mints/open-mint.ts'
import { seconds } from '#cli/options/option-values.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { openedText } from '../tx/transaction-text.ts'
import { followAndAnswer } from './mint-follow.ts'
import type { MintSession } from './mint-session.ts'
import { OutputOption } from '#cli/options/output-option.ts'

/** What `mint build` and `mint burn` have in common. */
export type BuildOptions = YesOption & {
  readonly collection: string
  readonly fundFrom?: string
  readonly signers?: readonly string[]
  readonly validFor?: number
  readonly out?: string
  readonly hold?: boolean
  readonly wait?: boolean
}

/** @param otherwise how much time that is where none is given, for the help */
export const validForOption = (otherwise: string): Option =>
  new Option(
    '--valid-for <time>',
    `how much time you have to sign and send, such as 90m, 2h or 3d (default: ${otherwise})`,
  ).argParser(seconds)

/** @param fundFrom what is paid from that address, for the help */
export const addBuildOptions = (command: Command, fundFrom: string): Command =>
  command
    .option('--fund-from <address>', fundFrom)
    .option(
      '--signers <hash...>',
      'hashes of the keys that sign for the policy (default: as few as needed, your own first)',
    )
    .addOption(validForOption('2h'))
    .addOption(
      new OutputOption(
        '--out <file>',
        'where to write the signing request, if signatures are missing',
      ),
    )
    .addOption(
      new Option(
        '--hold',
        'only build and show it; then mint release signs and sends it, mint cancel cancels it',
      ).conflicts(['wait', 'out']),
    )
    .addOption(yesOption('sign and send'))
    .option('--wait', 'wait until it is confirmed on chain')

/** The options by the fields of the request. */
export const buildOptionNames = {
  funding: '--fund-from',
  signers: '--signers',
  valid_for_seconds: '--valid-for',
}

/** The fields of the request. */
export const readMintOptions = ({ fundFrom, signers, validFor }: BuildOptions) => ({
  ...(fundFrom === undefined ? {} : { funding: { address: fundFrom } }),
  ...(signers === undefined ? {} : { signers: [...signers] }),
  ...(validFor === undefined ? {} : { valid_for_seconds: validFor }),
})

/** @param subject what has to be confirmed */
export const asksToSend = (session: Session, options: YesOption, subject: string): Asks =>
  asksInTerminal(session, options, { subject, isQuiet: true })

/** Shows what is held; else follows what was signed and sent. */
export const answerBuilt = async (
  mintSession: MintSession,
  mint: Mint,
  { hold, wait, out }: Pick<BuildOptions, 'hold' | 'wait' | 'out'>,
): Promise<CommandAnswer> => {
  const { app, client, session } = mintSession
  if (hold === true) session.terminal.info(openedText(await openMint(mint, { ...app, client })))
  return followAndAnswer(mintSession, mint, { isPatient: wait === true, out })
}
